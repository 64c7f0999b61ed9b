import countryNames from 'countries-list/minimal/countries.en.min.json'
import type { Profile } from '../../../contract/profiles.ts'
import { statesByCountry } from '../../../contract/states.ts'
import { countryName as nameOfCountry } from '../../lib/country-name.ts'

/**
 * Returns a place such as "Edinburgh, Scotland, United Kingdom", with names in place of codes. Unknown parts are left
 * out.
 */
export function placeText({ city, state, country }: Pick<Profile, 'city' | 'state' | 'country'>): string {
  return [city, stateName({ state, country }), countryName(country)].filter(Boolean).join(', ')
}

export function stateName({ state, country }: Pick<Profile, 'state' | 'country'>): string | null {
  const listed = statesByCountry[country ?? '']?.find(([code]) => code === state)
  return listed?.[1] ?? state
}

export function countryName(country: Profile['country']): string | null {
  const name = (countryNames as Record<string, string>)[country ?? '']
  return country && name ? nameOfCountry(country, name) : country
}
