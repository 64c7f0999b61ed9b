import type { UseFormReturn } from 'react-hook-form'
import { PasswordHint } from '../../lib/password-hint.tsx'
import { registerPassword } from '../../lib/register-password.ts'
import { Field } from '../../ui/field.tsx'
import { PasswordInput } from '../../ui/password-input.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { SignupGroup } from './signup-group.tsx'
import type { SignupForm } from './signup-schema.ts'

export function AccountFields({ form }: { form: UseFormReturn<SignupForm> }) {
  const { register, control, formState } = form
  const { errors } = formState
  return (
    <SignupGroup step={1} title="You">
      <Field
        label="Full name"
        hint="Letters and spaces only."
        error={errors.fullName?.message}
        className="sm:col-span-2"
      >
        <TextInput autoComplete="name" required {...register('fullName')} />
      </Field>
      <Field label="Email" error={errors.email?.message}>
        <TextInput
          type="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          required
          {...register('email')}
        />
      </Field>
      <Field label="Contact number" error={errors.contactNumber?.message}>
        <TextInput type="tel" autoComplete="tel" required {...register('contactNumber')} />
      </Field>
      <Field label="Password" hint={<PasswordHint control={control} />} error={errors.password?.message}>
        <PasswordInput autoComplete="new-password" required {...registerPassword(form)} />
      </Field>
      <Field label="Retype password" error={errors.retypePassword?.message}>
        <PasswordInput autoComplete="new-password" required {...register('retypePassword')} />
      </Field>
    </SignupGroup>
  )
}
