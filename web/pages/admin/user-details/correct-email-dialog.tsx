import { useForm } from 'react-hook-form'
import { correctEmail } from '../../../../contract/endpoints/email-change.ts'
import type { Profile } from '../../../../contract/profiles.ts'
import { requiredText } from '../../../../contract/texts.ts'
import { t } from '../../../../contract/translate.ts'
import { ReasonDialog } from '../../../features/users/reason-dialog.tsx'
import { call } from '../../../lib/api.ts'
import { showServerErrors } from '../../../lib/server-errors.ts'
import { useDraft } from '../../../lib/use-draft.ts'
import { Field } from '../../../ui/field.tsx'
import { TextInput } from '../../../ui/text-input.tsx'

/** Asks for another email of a member, with a reason that the member reads. */
export function CorrectEmailDialog({ profile, onClosed }: { profile: Profile; onClosed: () => void }) {
  const { id: userId, full_name: name } = profile
  const form = useForm({ defaultValues: { email: '' } })
  const { drop } = useDraft(`correct-email:${userId}`, form)
  const check = () => {
    const isTyped = form.getValues('email').trim() !== ''
    if (!isTyped) form.setError('email', { type: 'required', message: requiredText(t('New email')) })
    return isTyped
  }
  const act = async (reason: string) => {
    try {
      await call(correctEmail, { params: { userId }, body: { email: form.getValues('email'), reason } })
      drop()
    } catch (error) {
      showServerErrors(form, error, { email_taken: 'email', email_unchanged: 'email' })
      throw error
    }
  }
  return (
    <ReasonDialog
      title={t('Correct email')}
      description={t(
        'Both addresses get a mail, and the change holds once {name} has used the link at the new one. For 30 days after that, another administrator decides their withdrawals and transfers.',
        { name },
      )}
      actionLabel={t('Mail the link')}
      draftKey={`correct-email-reason:${userId}`}
      check={check}
      act={act}
      done={{ title: t('Link Mailed'), description: t('{name} is told by mail.', { name }) }}
      onClosed={onClosed}
    >
      <p className="text-sm break-all text-ink-2">{t('Present email: {email}', { email: profile.email })}</p>
      <Field label={t('New email')} error={form.formState.errors.email?.message}>
        <TextInput
          type="email"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          required
          {...form.register('email', { onChange: () => form.clearErrors('email') })}
        />
      </Field>
    </ReasonDialog>
  )
}
