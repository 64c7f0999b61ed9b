import countryNames from 'countries-list/minimal/countries.en.min.json'
import { useWatch, type UseFormReturn } from 'react-hook-form'
import { states } from '../../../contract/states.ts'
import { Field } from '../../ui/field.tsx'
import { Select } from '../../ui/select.tsx'
import { TextInput } from '../../ui/text-input.tsx'
import { SignupGroup } from './signup-group.tsx'
import type { SignupForm } from './signup-schema.ts'

export function PlaceFields({ form }: { form: UseFormReturn<SignupForm> }) {
  const { register, setValue, clearErrors, control, formState } = form
  const { errors } = formState
  const country = useWatch({ control, name: 'country' })
  const listed = states[country] ?? []
  const forgetState = () => {
    setValue('state', '')
    clearErrors('state')
  }
  return (
    <SignupGroup step={2} title="Your place">
      <Field label="Country" error={errors.country?.message}>
        <Select autoComplete="country" required {...register('country', { onChange: forgetState })}>
          <option value="">Choose your country</option>
          {countries.map(([code, name]) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </Select>
      </Field>
      <Field label="State" error={errors.state?.message}>
        <Select autoComplete="address-level1" required disabled={listed.length === 0} {...register('state')}>
          <option value="">{stateHint(country, listed.length)}</option>
          {listed.map(([code, name]) => (
            <option key={code} value={code}>
              {name}
            </option>
          ))}
        </Select>
      </Field>
      <Field label="City" error={errors.city?.message}>
        <TextInput autoComplete="address-level2" required {...register('city')} />
      </Field>
      <Field label="Area" note="optional" error={errors.area?.message}>
        <TextInput autoComplete="address-level3" {...register('area')} />
      </Field>
    </SignupGroup>
  )
}

const countries = Object.entries(countryNames).toSorted(([, a], [, b]) => a.localeCompare(b, 'en'))

function stateHint(country: string, listedCount: number): string {
  if (country === '') return 'Choose a country first'
  return listedCount === 0 ? 'No states to choose from' : 'Choose your state'
}
