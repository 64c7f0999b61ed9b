import type { KeyboardEvent } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { isDecimal } from '../../../../contract/money.ts'
import { packageIcons } from '../../../../contract/package-icons.ts'
import { t } from '../../../../contract/translate.ts'
import type { ShownPackage } from '../../../features/packages/package-card.tsx'
import { fieldLabels, readNumber, stepNumber, type NumberName, type PackageForm } from './package-form.ts'
import { packageDisplay } from '../../../features/packages/package-display.ts'
import { fillInDefault } from './use-package-form.ts'
import { Field } from '../../../ui/field.tsx'
import { RadioCards } from '../../../ui/radio-cards.tsx'
import { TextInput } from '../../../ui/text-input.tsx'
import { Textarea } from '../../../ui/textarea.tsx'
import { PackageFigures } from './preview.tsx'

interface PackageFieldsProps {
  form: UseFormReturn<PackageForm>
  preview: ShownPackage
  notOffered: string | null
  isPending: boolean
}

/** The fields of a package: its name, its terms and its rules for withdrawals. */
export function PackageFields({ form, preview, notOffered, isPending }: PackageFieldsProps) {
  const { register, formState } = form
  const { errors } = formState
  return (
    <div className="grid content-start gap-4 sm:grid-cols-2">
      <Field label={fieldLabels.package_name} error={errors.package_name?.message} className="sm:col-span-2">
        <TextInput required autoComplete="off" maxLength={60} readOnly={isPending} {...register('package_name')} />
      </Field>
      <NumberField form={form} name="min_coin_purchase" isPending={isPending} unit="ET" isRequired />
      <NumberField form={form} name="coin_price" isPending={isPending} unit="USD" />
      <NumberField form={form} name="bonus_percentage" isPending={isPending} unit="%" isRequired />
      <Field label={fieldLabels.withdrawal_time} error={errors.withdrawal_time?.message}>
        <TextInput
          required
          autoComplete="off"
          maxLength={60}
          placeholder={t('24 hours')}
          readOnly={isPending}
          {...register('withdrawal_time')}
        />
      </Field>
      <PackageFigures package={preview} notOffered={notOffered} />
      <Field
        label={fieldLabels.withdrawal_rules}
        note={t('optional')}
        error={errors.withdrawal_rules?.message}
        className="sm:col-span-2"
      >
        <Textarea rows={2} maxLength={500} readOnly={isPending} {...register('withdrawal_rules')} />
      </Field>
      <div className="sm:col-span-2">
        <IconChoice form={form} />
      </div>
    </div>
  )
}

interface NumberFieldProps extends Pick<PackageFieldsProps, 'form' | 'isPending'> {
  name: NumberName
  unit: string
  isRequired?: boolean
}

/**
 * A text field for a number. The browser would read an input of type number in its own language, and the mouse wheel
 * would change it. Assistive technology and the arrow keys still treat the field as a number.
 */
function NumberField({ form, name, unit, isPending, isRequired = false }: NumberFieldProps) {
  const { onBlur, ...field } = form.register(name)
  const number = readNumber(name, form.watch(name))
  const step = (event: KeyboardEvent<HTMLInputElement>) => {
    if (isPending || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
    event.preventDefault()
    const stepped = stepNumber(name, event.currentTarget.value, event.key === 'ArrowUp' ? 1 : -1)
    form.setValue(name, stepped, { shouldDirty: true, shouldValidate: true })
  }
  return (
    <Field label={fieldLabels[name]} error={form.formState.errors[name]?.message}>
      <TextInput
        role="spinbutton"
        aria-valuenow={isDecimal(number) ? Number(number) : undefined}
        inputMode="decimal"
        required={isRequired}
        autoComplete="off"
        readOnly={isPending}
        trail={unit}
        {...field}
        onBlur={(event) => {
          fillInDefault(form, event.target)
          void onBlur(event)
        }}
        onKeyDown={step}
      />
    </Field>
  )
}

function IconChoice({ form }: { form: UseFormReturn<PackageForm> }) {
  return (
    <RadioCards
      legend={fieldLabels.icon}
      name="icon"
      className="grid-cols-2 md:max-lg:grid-cols-4"
      value={form.watch('icon')}
      onChange={(value) => form.setValue('icon', value as PackageForm['icon'], { shouldDirty: true })}
      cards={packageIcons.map((icon) => {
        const { icon: Icon, name } = packageDisplay[icon]
        return {
          value: icon,
          label: (
            <span className="flex items-center gap-2">
              <Icon aria-hidden="true" size={18} className="text-brass-ink" />
              {name}
            </span>
          ),
        }
      })}
    />
  )
}
