import type { UseFormReturn } from 'react-hook-form'
import { t, tc } from '../../../../contract/translate.ts'
import { DoubtQuestion } from '../../../ui/doubt-question.tsx'
import type { Doubts } from '../../../lib/doubts.ts'
import { PasswordHint } from '../../../lib/password-hint.tsx'
import { registerPassword } from '../../../lib/register-password.ts'
import { Field } from '../../../ui/field.tsx'
import { PasswordInput } from '../../../ui/password-input.tsx'
import { TextInput } from '../../../ui/text-input.tsx'
import { SignupGroup } from './group.tsx'
import { signupLabels, type SignupForm } from './schema.ts'

interface AccountFieldsProps {
  form: UseFormReturn<SignupForm>
  doubts: Doubts<'contactNumber' | 'password'>
  /** True if a mailed link has proven the address, which then cannot be changed. */
  isAddressProven: boolean
}

export function AccountFields({ form, doubts, isAddressProven }: AccountFieldsProps) {
  const { register, control, formState } = form
  const { errors } = formState
  return (
    <SignupGroup step={1} title={tc('part of a form', 'You')}>
      <Field
        label={signupLabels.fullName}
        hint={t('Letters and spaces only.')}
        error={errors.fullName?.message}
        className="sm:col-span-2"
      >
        <TextInput autoComplete="name" required {...register('fullName')} />
      </Field>
      <Field label={signupLabels.email} error={errors.email?.message}>
        <TextInput
          type="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          required
          readOnly={isAddressProven}
          {...register('email')}
        />
      </Field>
      <div className="grid content-start gap-2">
        <Field label={signupLabels.contactNumber} error={errors.contactNumber?.message}>
          <TextInput type="tel" autoComplete="tel" required {...register('contactNumber')} />
        </Field>
        <DoubtQuestion control={control} name="contactNumber" doubts={doubts} />
      </div>
      <div className="grid content-start gap-2">
        <Field label={signupLabels.password} hint={<PasswordHint control={control} />} error={errors.password?.message}>
          <PasswordInput autoComplete="new-password" required {...registerPassword(form)} />
        </Field>
        <DoubtQuestion control={control} name="password" doubts={doubts} />
      </div>
      <Field label={signupLabels.retypePassword} error={errors.retypePassword?.message}>
        <PasswordInput autoComplete="new-password" required {...register('retypePassword')} />
      </Field>
    </SignupGroup>
  )
}
