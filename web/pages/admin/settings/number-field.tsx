import { Field } from '../../../ui/field.tsx'
import { TextInput } from '../../../ui/text-input.tsx'
import { settingLabels, type SettingName } from './settings-form.ts'
import type { Section } from './use-section.ts'

interface NumberFieldProps {
  section: Section
  name: SettingName
  unit: string
  hint?: string
  isFixed?: boolean
}

/** A number of the settings. It is a text field, as a browser rounds the numbers that it reads. */
export function NumberField({ section, name, unit, hint, isFixed = false }: NumberFieldProps) {
  const { register, formState } = section.form
  return (
    <Field label={settingLabels[name]} hint={hint} error={formState.errors[name]?.message}>
      <TextInput
        inputMode="decimal"
        autoComplete="off"
        required
        readOnly={isFixed || section.save.isPending}
        trail={unit}
        {...register(name)}
      />
    </Field>
  )
}
