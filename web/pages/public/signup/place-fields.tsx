import countryNames from 'countries-list/minimal/countries.en.min.json'
import { useWatch, type UseFormReturn } from 'react-hook-form'
import { statesByCountry } from '../../../../contract/states.ts'
import { language, t } from '../../../../contract/translate.ts'
import { countryName } from '../../../lib/country-name.ts'
import { Field } from '../../../ui/field.tsx'
import { Select } from '../../../ui/select.tsx'
import { TextInput } from '../../../ui/text-input.tsx'
import { SignupGroup } from './group.tsx'
import { signupLabels, type SignupForm } from './schema.ts'

export function PlaceFields({ form }: { form: UseFormReturn<SignupForm> }) {
  const { register, setValue, clearErrors, control, formState } = form
  const { errors } = formState
  const country = useWatch({ control, name: 'country' })
  const listed = statesByCountry[country] ?? []
  const forgetState = () => {
    setValue('state', '')
    clearErrors('state')
  }
  return (
    <SignupGroup step={2} title={t('Your place')}>
      <Field label={signupLabels.country} error={errors.country?.message}>
        <Select autoComplete="country" required {...register('country', { onChange: forgetState })}>
          <option value="">{t('Choose your country')}</option>
          {countries.map(([code, name]) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </Select>
      </Field>
      <Field label={signupLabels.state} error={errors.state?.message}>
        <Select autoComplete="address-level1" required disabled={listed.length === 0} {...register('state')}>
          <option value="">{stateHint(country, listed.length)}</option>
          {listed.map(([code, name]) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </Select>
      </Field>
      <Field label={signupLabels.city} error={errors.city?.message}>
        <TextInput autoComplete="address-level2" required {...register('city')} />
      </Field>
      <Field label={signupLabels.area} note={t('optional')} error={errors.area?.message}>
        <TextInput autoComplete="address-level3" {...register('area')} />
      </Field>
    </SignupGroup>
  )
}

const countries = Object.entries(countryNames)
  .map(([code, name]) => [code, countryName(code, name)] as const)
  .toSorted(([, a], [, b]) => a.localeCompare(b, language))

function stateHint(country: string, listedCount: number): string {
  if (country === '') return t('Choose a country first')
  return listedCount === 0 ? t('No states to choose from') : t('Choose your state')
}
