import countryNames from 'countries-list/minimal/countries.en.min.json'
import { useFormContext, useWatch } from 'react-hook-form'
import { statesByCountry } from '../../../contract/states.ts'
import { language, t } from '../../../contract/translate.ts'
import { countryName } from '../../lib/country-name.ts'
import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { TextInput } from '../../ui/text-input.tsx'

/** The part of a form that says where a person lives. */
export interface PlaceForm {
  country: string
  state?: string | undefined
  city: string
  area?: string | undefined
}

/** The fields of a place, for the form that a FormProvider around them gives. */
export function PlaceFields({ isRequired }: { isRequired: boolean }) {
  const { register, setValue, clearErrors, control, formState } = useFormContext<PlaceForm>()
  const { errors } = formState
  const country = useWatch({ control, name: 'country' })
  const listed = statesByCountry[country] ?? []
  const forgetState = () => {
    setValue('state', '')
    clearErrors('state')
  }
  return (
    <>
      <Field label={t('Country')} error={errors.country?.message}>
        <Select autoComplete="country" required={isRequired} {...register('country', { onChange: forgetState })}>
          <option value="">{t('Choose a country')}</option>
          {countries.map(([code, name]) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </Select>
      </Field>
      <Field label={t('State')} error={errors.state?.message}>
        <Select
          autoComplete="address-level1"
          required={isRequired}
          disabled={listed.length === 0}
          {...register('state')}
        >
          <option value="">{stateHint(country, listed.length)}</option>
          {listed.map(([code, name]) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </Select>
      </Field>
      <Field label={t('City')} error={errors.city?.message}>
        <TextInput autoComplete="address-level2" required={isRequired} {...register('city')} />
      </Field>
      <Field label={t('Area')} note={t('optional')} error={errors.area?.message}>
        <TextInput autoComplete="address-level3" {...register('area')} />
      </Field>
    </>
  )
}

const countries = Object.entries(countryNames)
  .map(([code, name]) => [code, countryName(code, name)] as const)
  .toSorted(([, a], [, b]) => a.localeCompare(b, language))

function stateHint(country: string, listedCount: number): string {
  if (country === '') return t('Choose a country first')
  return listedCount === 0 ? t('No states to choose from') : t('Choose a state')
}
