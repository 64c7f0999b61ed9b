import { countries } from 'countries-list'
import { statesByCountry } from '../../../contract/states.ts'
import { Refusal } from '../../platform/db/refusal.ts'

/**
 * Checks that the country exists and that its state is a listed one. For a country without listed states, it drops the
 * state.
 */
export function checkCountryAndState(place: { country: string; state?: string | undefined }): {
  state: string | undefined
} {
  if (!Object.hasOwn(countries, place.country)) {
    throw new Refusal('invalid_request', { fields: { country: { code: 'required', values: { field: 'Country' } } } })
  }
  const listed = Object.hasOwn(statesByCountry, place.country) ? statesByCountry[place.country] : undefined
  if (!listed) return { state: undefined }
  if (listed.some(([code]) => code === place.state)) return { state: place.state }
  throw new Refusal('invalid_request', { fields: { state: { code: 'required', values: { field: 'State' } } } })
}
