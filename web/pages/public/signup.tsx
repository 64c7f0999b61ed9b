import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useState, type FormEvent } from 'react'
import { useForm, type FieldErrors } from 'react-hook-form'
import { signUp } from '../../../contract/auth.ts'
import { failureTitles, toasts } from '../../../contract/texts.ts'
import { readAutofill } from '../../lib/read-autofill.ts'
import { showServerFaults } from '../../lib/server-faults.ts'
import { chosenPackage } from '../../features/packages/chosen-package.ts'
import { messageOf } from '../../lib/api-error.ts'
import { call } from '../../lib/api.ts'
import { createSessionNote } from '../../lib/session-note.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { toast } from '../../ui/toast.ts'
import { AccountFields } from './signup-account-fields.tsx'
import { PackageFields } from './signup-package-fields.tsx'
import { PlaceFields } from './signup-place-fields.tsx'
import { emptySignup, signupSchema, toSignUp, type SignupForm } from './signup-schema.ts'

export function SignupPage() {
  const navigate = useNavigate()
  const form = useSignupForm()
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: (body: SignupForm) => call(signUp, { body: toSignUp(body) }),
    onSuccess: async (_, { email }) => {
      toast(toasts.accountCreated)
      chosenPackage.write(null)
      referral.write(null)
      await navigate({ to: '/login', state: { signedUpEmail: email.trim() } })
    },
    onError: (failure) => {
      showServerFaults(form, failure, { referral_not_found: 'referredById', package_not_found: 'packageId' })
      toast({ title: failureTitles.registration, description: messageOf(failure), variant: 'destructive' })
    },
  })
  const isBusy = isPending || isSuccess

  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isBusy) return
    readAutofill(form, event.currentTarget)
    void form.handleSubmit((values) => mutate(values), showFaults)()
  }

  return (
    <div className="mx-auto grid max-w-[1080px] gap-8 px-4 py-8 lg:px-8 lg:py-12">
      <PageTitle lead="Three short parts: you, your place, your package.">Sign Up</PageTitle>
      <form
        noValidate
        onSubmit={submit}
        className="grid gap-8 lg:grid-cols-[minmax(0,1fr)_minmax(0,420px)] lg:items-start"
      >
        <div className="grid gap-8">
          <AccountFields form={form} />
          <PlaceFields form={form} />
        </div>
        <div className="grid gap-6 lg:sticky lg:top-[calc(var(--topbar)+var(--strip)+1.5rem)]">
          <PackageFields form={form} />
          {error && (
            <Notice tone="bad" role="alert" title={`${failureTitles.registration}.`}>
              {messageOf(error)}
            </Notice>
          )}
          <Button type="submit" size="lg" busy={isBusy}>
            {isBusy ? 'Creating your account...' : 'Create account'}
          </Button>
          <p className="text-ink-2">
            Already a member?{' '}
            <Link to="/login" className="link">
              Log in
            </Link>
          </p>
        </div>
      </form>
    </div>
  )
}

const referral = createSessionNote('ref')

function useSignupForm() {
  const { ref } = useSearch({ from: '/public/signup' })
  const [defaultValues] = useState((): SignupForm => {
    if (ref !== undefined) referral.write(ref)
    return { ...emptySignup, referredById: referral.read() ?? '', packageId: chosenPackage.read() ?? '' }
  })
  return useForm<SignupForm>({ resolver: zodResolver(signupSchema), mode: 'onTouched', defaultValues })
}

/** A missing package has no text field to focus, so it gets a message of its own. */
function showFaults(faults: FieldErrors<SignupForm>) {
  if (!faults.packageId) return
  toast({ ...toasts.packageRequired, variant: 'destructive' })
  if (Object.keys(faults).length === 1) document.querySelector<HTMLElement>('input[name="packageId"]')?.focus()
}
