import { formatDecimal, formatUsd } from '../../contract/money.ts'
import { language, t } from '../../contract/translate.ts'

/** Sentences of the server with values filled in, most of them about a field. */
export const wiredTemplates = [
  'Package name "{name}" already exists.',
  'Withdrawals are paid on {network}, and your wallet address is of another network. Please change it in your Profile first.',
  'Send USDT over the {network} network only. Coins sent over another network are lost.',
  'One request can be worth at most {limit}. Please choose a smaller amount.',
  '{field} is required.',
  '{field} must be at most {max} characters.',
  '{field} can have at most {decimals} decimals.',
  '{field} must be above 0.',
  '{field} must be between 0 and {max}.',
]

/**
 * Translates a sentence of the server, which speaks English only, as programs read its answers too. An unknown sentence
 * stays as it is.
 */
export function sayInLanguage(sentence: string): string {
  if (language === 'en') return sentence
  const whole = t(sentence)
  if (whole !== sentence) return whole
  for (const { template, pattern } of (patterns ??= wiredTemplates.map(toPattern))) {
    const values = pattern.exec(sentence)?.groups
    if (values) return t(template, Object.fromEntries(Object.entries(values).map(sayValue)))
  }
  return sentence
}

function sayValue([name, value]: [string, string]): [string, string] {
  if (name === 'field') return [name, t(value)]
  if (name === 'limit') return [name, formatUsd(value.replaceAll(/[$,]/g, ''))]
  return [name, name === 'max' ? formatDecimal(value.replaceAll(',', ''), 0) : value]
}

let patterns: { template: string; pattern: RegExp }[] | undefined

function toPattern(template: string) {
  const source = template.replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&').replaceAll(/\{(\w+)\}/g, '(?<$1>.+)')
  return { template, pattern: new RegExp(`^${source}$`, 's') }
}
