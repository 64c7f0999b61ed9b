import { nameDuties } from './duty-names.ts'
import { isErrorCode } from './error-body.ts'
import { errors, type ErrorCode } from './errors.ts'
import { formatCoins, formatDecimal, formatUsd, isDecimal } from './money.ts'
import { fallbackTexts, fieldTexts } from './texts.ts'
import { t } from './translate.ts'

/** The code of a sentence about a call or about one of its fields. */
export type FaultCode = ErrorCode | keyof typeof fieldTexts

/** The values for the braces of a sentence, as they travel: decimals for amounts, English words for names of fields. */
export type FaultValues = Record<string, string>

/** A fault in a form. Both sides make its sentence in the language of their reader. */
export interface Fault {
  code: FaultCode
  values?: FaultValues | undefined
}

/** Makes the sentence of a fault in the language of the page; on the server in English. */
export function sentenceOf({ code, values = {} }: Fault): string {
  const template = templateOf(code, values)
  return template.replaceAll(/\{(\w+)\}/g, (braces, name: string) => {
    const value = values[name]
    return value === undefined ? braces : writeValue(code, name, value)
  })
}

function templateOf(code: FaultCode, values: FaultValues): string {
  if (code === 'internal_error' && values['reference'] !== undefined) return fallbackTexts.internalWithReference
  return isErrorCode(code) ? errors[code].message : fieldTexts[code]
}

export function isFaultCode(text: string): text is FaultCode {
  return isErrorCode(text) || Object.hasOwn(fieldTexts, text)
}

/** A parameter of a schema or of a check: its issues carry the fault, and its message is the sentence. */
export interface FaultParameter {
  error: (issue: Record<string, unknown>) => string
}

export function fault(code: FaultCode, values?: FaultValues): FaultParameter {
  const own = { code, values }
  return {
    error: (issue) => {
      issue['fault'] = own
      return sentenceOf(own)
    },
  }
}

/** Returns the fault that an issue of a schema carries. Returns undefined for a check without words of its own. */
export function faultOf(issue: object): Fault | undefined {
  return 'fault' in issue ? (issue.fault as Fault) : undefined
}

function writeValue(code: FaultCode, name: string, value: string): string {
  if (name === 'field') return t(value)
  if (name === 'duties') return nameDuties(value)
  if (!isDecimal(value)) return value
  if (code === 'amount_over_limit') return formatUsd(value)
  if (code === 'coins_maturing' || code === 'reversal_differs') return formatCoins(value)
  return code === 'outOfRange' ? formatDecimal(value, 0) : value
}
