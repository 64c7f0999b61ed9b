import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { Link, useLocation, useNavigate, useSearch } from '@tanstack/react-router'
import { useState, type FormEvent } from 'react'
import { FormProvider, useForm } from 'react-hook-form'
import { renewSignUp, signUp } from '../../../../contract/endpoints/auth.ts'
import { failureTitles, toasts } from '../../../../contract/texts.ts'
import { t } from '../../../../contract/translate.ts'
import { numberQuestion, passwordQuestion, useDoubts } from '../../../lib/doubts.ts'
import { ErrorSummary, useErrorSummary } from '../../../features/accounts/error-summary.tsx'
import { PlaceFields } from '../../../features/accounts/place-fields.tsx'
import { readAutofill } from '../../../lib/read-autofill.ts'
import { showServerErrors } from '../../../lib/server-errors.ts'
import { messageOf } from '../../../lib/api-error.ts'
import { call } from '../../../lib/api.ts'
import { chosenPackage } from '../../../lib/chosen-package.ts'
import { richText } from '../../../lib/rich-text.ts'
import { createTabText } from '../../../lib/tab-text.ts'
import { useDraft } from '../../../lib/use-draft.ts'
import { Notice } from '../../../ui/notice.tsx'
import { PageTitle } from '../../../ui/page-title.tsx'
import { SubmitButton } from '../../../ui/submit-button.tsx'
import { toast } from '../../../ui/toast.ts'
import { AccountFields } from './account-fields.tsx'
import { PackageFields } from './package-fields.tsx'
import { SignupGroup } from './group.tsx'
import { emptySignup, signupLabels, signupSchema, toRenewal, toSignUp, type SignupForm } from './schema.ts'

export function SignupPage() {
  const { form, doubts, isBusy, error, submit, summary, isRenewal } = useSignup()
  return (
    <div className="mx-auto grid max-w-[1080px] gap-8 px-4 py-8 lg:px-8 lg:py-12">
      <PageTitle lead={t('Three short parts: you, your place, your package.')}>{t('Sign Up')}</PageTitle>
      <form
        noValidate
        onSubmit={submit}
        className="grid gap-8 lg:grid-cols-[minmax(0,1fr)_minmax(0,420px)] lg:items-start"
      >
        <div className="grid gap-8">
          <ErrorSummary {...summary} />
          {isRenewal && (
            <Notice title={t('You fill in the form again.')}>
              {t(
                'It takes the place of all forms that were sent with your email address. The link of your mail has proven that the address is yours.',
              )}
            </Notice>
          )}
          <AccountFields form={form} doubts={doubts} isAddressProven={isRenewal} />
          <SignupGroup step={2} title={t('Your place')}>
            <FormProvider {...form}>
              <PlaceFields isRequired />
            </FormProvider>
          </SignupGroup>
        </div>
        <div className="grid gap-6 lg:sticky lg:top-[calc(var(--topbar)+var(--ticker)+1.5rem)]">
          <PackageFields form={form} />
          {error && (
            <Notice tone="bad" role="alert" title={`${failureTitles.registration}.`}>
              {messageOf(error)}
            </Notice>
          )}
          <SubmitButton size="lg" busy={isBusy}>
            {isBusy ? t('Creating your account...') : t('Create account')}
          </SubmitButton>
          <p className="text-ink-2">
            {richText('By creating an account you agree to the {terms}. The {privacy} says what is kept about you.', {
              terms: <LegalLink href="/terms">{t('Terms of Service')}</LegalLink>,
              privacy: <LegalLink href="/privacy">{t('Privacy Policy')}</LegalLink>,
            })}
          </p>
          <p className="text-ink-2">
            {t('Already a member?')}{' '}
            <Link to="/login" className="link">
              {t('Log in')}
            </Link>
          </p>
        </div>
      </form>
    </div>
  )
}

/** A link that opens in a new tab, as a form that is left loses its passwords. */
function LegalLink({ href, children }: { href: string; children: string }) {
  return (
    <a className="link" href={href} target="_blank" rel="noreferrer">
      {children}
    </a>
  )
}

/** The form and its call. A refused call keeps all fields, also the passwords. */
function useSignup() {
  const navigate = useNavigate()
  const { renewalToken } = useLocation({ select: (location) => location.state })
  const { form, draft } = useSignupForm()
  const { showFaults, clear, ...summary } = useErrorSummary(form, signupLabels)
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: (body: SignupForm) =>
      renewalToken === undefined
        ? call(signUp, { body: toSignUp(body) })
        : call(renewSignUp, { body: toRenewal(body, renewalToken) }),
    onSuccess: async (_, { email }) => {
      draft.drop()
      chosenPackage.write(null)
      referral.write(null)
      // The form of the owner of the address confirms it, and its link no longer works.
      if (renewalToken !== undefined)
        return navigate({ to: '/login', replace: true, state: { isEmailConfirmed: true, accountEmail: email } })
      toast(toasts.accountCreated)
      await navigate({ to: '/login', state: { signedUpEmail: email.trim() } })
    },
    onError: (failure) => {
      showServerErrors(form, failure, { referral_not_found: 'referredById', package_not_found: 'packageId' })
      toast({ title: failureTitles.registration, description: messageOf(failure), variant: 'destructive' })
    },
  })
  const doubts = useDoubts({ contactNumber: numberQuestion, password: passwordQuestion })
  const isBusy = isPending || isSuccess

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isBusy) return
    readAutofill(form, event.currentTarget)
    clear()
    void form.handleSubmit(
      async (values) => {
        if (await doubts.confirmDoubts(values)) mutate(values)
      },
      (faults) => {
        showFaults(faults)
        if (faults.packageId) toast({ ...toasts.packageRequired, variant: 'destructive' })
      },
    )()
  }
  return { form, doubts, isBusy, error, submit, summary, isRenewal: renewalToken !== undefined }
}

const referral = createTabText('ref')

function useSignupForm() {
  const { ref } = useSearch({ from: '/public/signup' })
  const { renewalToken, accountEmail = '' } = useLocation({ select: (location) => location.state })
  const isRenewal = renewalToken !== undefined
  const [defaultValues] = useState((): SignupForm => {
    if (ref !== undefined) referral.write(ref)
    return {
      ...emptySignup,
      email: isRenewal ? accountEmail : '',
      referredById: referral.read() ?? '',
      packageId: chosenPackage.read() ?? '',
    }
  })
  const form = useForm<SignupForm>({
    resolver: zodResolver(signupSchema),
    mode: 'onTouched',
    shouldFocusError: false,
    defaultValues,
  })
  // The package is kept elsewhere, as the home page can choose it, too. A referral link takes precedence over a typed
  // code.
  const leaveOut = ['packageId', ...(ref === undefined ? [] : ['referredById']), ...(isRenewal ? ['email'] : [])]
  return { form, draft: useDraft('signup', form, { leaveOut }) }
}
