import countryNames from 'countries-list/minimal/countries.en.min.json'
import type { Profile } from '../../../contract/profiles.ts'
import { states } from '../../../contract/states.ts'

/** "Edinburgh, Scotland, United Kingdom": what of it is known, with the codes in words. */
export function placeText({ city, state, country }: Pick<Profile, 'city' | 'state' | 'country'>): string {
  const listed = states[country ?? '']?.find(([code]) => code === state)
  const countryName = (countryNames as Record<string, string>)[country ?? ''] ?? country
  return [city, listed?.[1] ?? state, countryName].filter(Boolean).join(', ')
}
