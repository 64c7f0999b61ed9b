import { afterEach, expect, test, vi } from 'vitest'
import { packageBody } from '../../../../contract/package-body.ts'
import { differingFields, packagePreview, readForm, defaultFor, stepNumber, toForm } from './package-form.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.resetModules()
})

const gold = { ...toForm(null), package_name: 'Gold', min_coin_purchase: '25000', bonus_percentage: '10' }

test('the preview has the exact totals of the typed terms', () => {
  expect(packagePreview(gold)).toMatchObject({ total_price: '250', bonus_coins: '2500', total_coins: '27500' })
  const exact = { ...gold, min_coin_purchase: '7000', coin_price: '0.01235', bonus_percentage: '33.333' }
  expect(packagePreview(exact)).toMatchObject({ total_price: '86.45', bonus_coins: '2333.31', total_coins: '9333.31' })
  expect(packagePreview({ ...gold, bonus_percentage: '.5' })).toMatchObject({ bonus_coins: '125' })
})

test.each(['', '-', '-5', '1e9', '99999999999', 'ten', '0.123456789'])(
  'the preview has the default in place of the number %j',
  (text) => {
    expect(packagePreview({ ...gold, min_coin_purchase: text })).toMatchObject({ total_price: '0', total_coins: '0' })
    expect(packagePreview({ ...gold, bonus_percentage: text })).toMatchObject({
      bonus_coins: '0',
      total_coins: '25000',
    })
    expect(packagePreview({ ...gold, coin_price: text })).toMatchObject({ total_price: '250' })
  },
)

test.each([
  ['package_name', 'Package Name'],
  ['min_coin_purchase', 'Minimum Purchase'],
  ['bonus_percentage', 'Bonus Percentage'],
  ['withdrawal_time', 'Withdrawal Time'],
] as const)('%s is required [ADMPKG-05]', (name, label) => {
  const filled = { ...gold, withdrawal_time: '24 hours' }
  expect(packageBody.safeParse(filled).success).toBe(true)
  const { error } = packageBody.safeParse({ ...filled, [name]: ' ' })
  expect(error?.issues.map(({ message }) => message)).toContain(`${label} is required.`)
})

test('the rules of withdrawals may stay empty [ADMPKG-06]', () => {
  expect(packageBody.safeParse({ ...gold, withdrawal_time: '24 hours', withdrawal_rules: '' }).success).toBe(true)
})

test.each([
  ['min_coin_purchase', '', null],
  ['min_coin_purchase', ' ten', '0'],
  ['bonus_percentage', '-', '0'],
  ['coin_price', 'cheap', '0.01'],
  ['coin_price', ' ', '0.01'],
  // A text with a digit is meant as a number. The form refuses it and does not replace it by the default price.
  ['coin_price', '0,05', null],
  ['min_coin_purchase', '1e9', null],
  ['bonus_percentage', '10 %', null],
  ['min_coin_purchase', '٣', null],
] as const)('%s typed as %j is saved as %j [ADMPKG-08] [ADMPKG-09]', (name, text, replacement) => {
  expect(defaultFor(name, text)).toBe(replacement)
})

test('the arrow keys change a number by its own step, and leave an unreadable one unchanged', () => {
  expect(stepNumber('min_coin_purchase', '', 1)).toBe('1000')
  expect(stepNumber('min_coin_purchase', '25,000', -1)).toBe('24000')
  expect(stepNumber('coin_price', '0.01', 1)).toBe('0.02')
  expect(stepNumber('coin_price', '0.005', -1)).toBe('0')
  expect(stepNumber('bonus_percentage', '2.5', 1)).toBe('3.5')
  for (const text of ['0,05', 'ten', '1e9', '0.123456789']) expect(stepNumber('coin_price', text, 1)).toBe(text)
})

test('numbers are read in the language of the page, and unreadable ones are refused', async () => {
  const typed = { ...gold, withdrawal_time: '24 hours', min_coin_purchase: '25,000', coin_price: '1,000.5' }
  expect(packageBody.parse(readForm(typed))).toMatchObject({ min_coin_purchase: '25000', coin_price: '1000.5' })
  const { error } = packageBody.safeParse(readForm({ ...typed, coin_price: '0,05' }))
  expect(error?.issues).toMatchObject([{ path: ['coin_price'], message: 'Please enter a valid number.' }])

  vi.stubGlobal('catalogue', { language: 'de', direction: 'ltr', texts: {} })
  vi.resetModules()
  const german = await import('./package-form.ts')
  expect(german.toForm(null).coin_price).toBe('0,01')
  expect(german.defaultFor('coin_price', '')).toBe('0,01')
  const swapped = { ...typed, min_coin_purchase: '25.000', coin_price: '0,05' }
  expect(german.readForm(swapped)).toMatchObject({ min_coin_purchase: '25000', coin_price: '0.05' })
  expect(german.packagePreview(swapped).total_price).toBe('1250')
})

test.each([
  ['en', 'coin_price', '0.05', '0.05'],
  ['en', 'coin_price', '٠٫٠٥', '0.05'],
  ['en', 'coin_price', '1.000', '"1.000" could mean 1 or 1000. Please type one of these two.'],
  ['en', 'coin_price', '0,05', 'Numbers are written like 12,500.50 here. Please write yours in the same way.'],
  ['en', 'coin_price', '1e9', 'Please enter a valid number.'],
  ['en', 'min_coin_purchase', '25 000 ET', '25000'],
  ['en', 'min_coin_purchase', '25.000', '"25.000" could mean 25 or 25000. Please type one of these two.'],
  ['en', 'min_coin_purchase', '-1000', 'Minimum Purchase must be between 0 and 1,000,000,000.'],
  ['en', 'min_coin_purchase', '1000000000000', 'Minimum Purchase must be between 0 and 1,000,000,000.'],
  ['en', 'bonus_percentage', '33.333', '33.333'],
  ['en', 'bonus_percentage', '1.000', '"1.000" could mean 1 or 1000. Please type one of these two.'],
  ['en', 'bonus_percentage', '10 %', 'Please enter a valid number.'],
  ['de', 'coin_price', '0,05', '0.05'],
  ['de', 'coin_price', '0.05', 'Numbers are written like 12.500,50 here. Please write yours in the same way.'],
  ['de', 'min_coin_purchase', '25.000', '25000'],
  ['de', 'min_coin_purchase', '25,000', '"25,000" could mean 25 or 25000. Please type one of these two.'],
] as const)('on a page in the language %s %s typed as %j is %j', async (language, name, text, outcome) => {
  vi.stubGlobal('catalogue', { language, direction: 'ltr', texts: {} })
  vi.resetModules()
  const { checkForm } = await import('./use-package-form.ts')
  const typed = {
    ...toForm(null),
    package_name: 'Gold',
    min_coin_purchase: '1',
    coin_price: '1',
    bonus_percentage: '0',
  }
  const form = { ...typed, withdrawal_time: '24 hours', [name]: text }
  const { errors, values } = await checkForm(form, undefined, { fields: {}, shouldUseNativeValidation: false })
  expect(errors[name]?.message ?? ('coin_price' in values ? values[name] : undefined)).toBe(outcome)
})

test('the names of the differing fields are returned', () => {
  expect(differingFields(gold, { ...gold, icon: 'Gem', coin_price: '0.02' })).toEqual(['coin_price', 'icon'])
})
