import type * as z from 'zod/mini'
import { add, coinStep, compare, subtract } from '../../../../contract/money.ts'
import { packageTotals } from '../../../../contract/package-terms.ts'
import { maxBonusPercentage, packageBody } from '../../../../contract/package-body.ts'
import type { ManagedPackage } from '../../../../contract/packages.ts'
import { t } from '../../../../contract/translate.ts'
import { readTypedNumber, toTypedNumber, typedNumberFault } from '../../../../contract/typed-number.ts'
import type { ShownPackage } from '../../../features/packages/package-card.tsx'

/** The values of the fields. Numbers are texts, as people type them in the language of the page. */
export type PackageForm = z.input<typeof packageBody>
export type NumberName = 'min_coin_purchase' | 'coin_price' | 'bonus_percentage'

/** The numbers that are saved in place of texts that are no numbers. */
export const numberDefaults = {
  min_coin_purchase: '0',
  coin_price: '0.01',
  bonus_percentage: '0',
} as const satisfies Record<NumberName, string>

/** The rules by which the numbers are read. */
const numberRules: Record<NumberName, { unit?: string; max?: string }> = {
  min_coin_purchase: { unit: 'ET' },
  coin_price: {},
  bonus_percentage: { max: maxBonusPercentage },
}

export const fieldLabels = {
  package_name: t('Package name'),
  min_coin_purchase: t('Minimum purchase'),
  coin_price: t('Coin price'),
  bonus_percentage: t('Bonus percentage'),
  withdrawal_time: t('Withdrawal time'),
  withdrawal_rules: t('Withdrawal rules'),
  icon: t('Icon'),
} satisfies Record<keyof PackageForm, string>

/** Returns the fields of a package, or the initial ones of a new package. */
export function toForm(item: ManagedPackage | null): Required<PackageForm> {
  return {
    package_name: item?.package_name ?? '',
    min_coin_purchase: toTypedNumber(item?.min_coin_purchase ?? ''),
    coin_price: toTypedNumber(item?.coin_price ?? numberDefaults.coin_price),
    bonus_percentage: toTypedNumber(item?.bonus_percentage ?? '', numberRules.bonus_percentage),
    withdrawal_time: item?.withdrawal_time ?? '',
    withdrawal_rules: item?.withdrawal_rules ?? '',
    icon: item?.icon ?? 'Shield',
  }
}

/** Returns the form with its numbers as they are sent. */
export function readForm(form: PackageForm): PackageForm {
  return {
    ...form,
    min_coin_purchase: readNumber('min_coin_purchase', form.min_coin_purchase),
    coin_price: readNumber('coin_price', form.coin_price),
    bonus_percentage: readNumber('bonus_percentage', form.bonus_percentage),
  }
}

/** Returns the faults of typed numbers that cannot be read. */
export function numberFaults(form: PackageForm): { name: NumberName; fault: string }[] {
  return (Object.keys(numberDefaults) as NumberName[]).flatMap((name) => {
    const fault = typedNumberFault(form[name], numberRules[name])
    return fault === undefined ? [] : [{ name, fault }]
  })
}

/**
 * Returns the default that replaces a text without digits, or an empty price; null for any other text. A text with
 * digits is meant as a number, so one that cannot be read is a fault: 0,05 must not become 0.01.
 */
export function defaultFor(name: NumberName, text: string): string | null {
  const isEmptyPrice = name === 'coin_price' && text.trim() === ''
  const isNoNumber = text.trim() !== '' && !/\p{Nd}/u.test(text)
  return isEmptyPrice || isNoNumber ? toTypedNumber(numberDefaults[name]) : null
}

/**
 * Returns the text after an arrow key: one step up or down, not below zero. A text that cannot be read stays as it is.
 */
export function stepNumber(name: NumberName, text: string, direction: 1 | -1): string {
  const number = readNumber(name, text) || '0'
  if (!/^-?\d+(\.\d{1,8})?$/.test(number)) return text
  const next = direction === 1 ? add(number, steps[name]) : subtract(number, steps[name])
  return toTypedNumber(compare(next, '0') < 0 ? '0' : next, numberRules[name])
}

const steps = {
  min_coin_purchase: String(coinStep),
  coin_price: '0.01',
  bonus_percentage: '1',
} as const satisfies Record<NumberName, string>

/** Returns the package as it would be saved now. A number that cannot be saved counts as its default. */
export function packagePreview(form: PackageForm): ShownPackage {
  const terms = {
    min_coin_purchase: numberOf(form, 'min_coin_purchase'),
    coin_price: numberOf(form, 'coin_price'),
    bonus_percentage: numberOf(form, 'bonus_percentage'),
  }
  return {
    package_name: form.package_name.trim() || t('New package'),
    ...terms,
    ...packageTotals(terms),
    withdrawal_time: form.withdrawal_time.trim() || '–',
    withdrawal_rules: form.withdrawal_rules?.trim() || null,
    icon: form.icon,
  }
}

/** Returns the names of the fields in which two forms differ. */
export function differingFields(one: PackageForm, other: PackageForm): (keyof PackageForm)[] {
  return (Object.keys(fieldLabels) as (keyof PackageForm)[]).filter((name) => one[name] !== other[name])
}

function numberOf(form: PackageForm, name: NumberName): string {
  const number = packageBody.shape[name].safeParse(readNumber(name, form[name]))
  return number.success ? number.data : numberDefaults[name]
}

const noNumber = '?'

/** Returns the typed number, an empty text for an empty field, or a text that is no number. */
export function readNumber(name: NumberName, text: string): string {
  return text.trim() === '' ? '' : (readTypedNumber(text, numberRules[name]) ?? noNumber)
}
