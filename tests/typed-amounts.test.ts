import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { readAreas } from '../scripts/languages/catalogues.ts'

const english = {
  notValid: 'Please enter a valid ET amount (minimum 1000).',
  buyStep: 'Amount must be in multiples of 1000.',
  noNumber: 'Please enter a valid number.',
  belowMinimum: 'Minimum withdrawal is 1000 coins.',
  withdrawStep: 'Withdrawal amount must be in multiples of 1,000.',
  sendStep: 'Transfer amount must be in multiples of 1,000.',
  exceeds: 'Amount exceeds your available balance.',
  required: 'Amount is required.',
  notWhole: 'Please enter a whole number of coins.',
  notAboveZero: 'Amount must be above 0.',
  negative: 'The amount cannot be negative.',
  huge: 'Please enter at most 1,000,000,000,000 coins.',
  otherSigns: 'Numbers are written like 12,500.50 here. Please write yours in the same way.',
  twoReadings: (text: string, small: string, large: string) =>
    `"${text}" could mean ${small} or ${large}. Please type one of these two.`,
}

const german: typeof english = {
  notValid: 'Bitte geben Sie einen gültigen ET-Betrag ein (mindestens 1000).',
  buyStep: 'Der Betrag muss ein Vielfaches von 1000 sein.',
  noNumber: 'Bitte geben Sie eine gültige Zahl ein.',
  belowMinimum: 'Die kleinste Auszahlung beträgt 1000 Coins.',
  withdrawStep: 'Der Betrag der Auszahlung muss ein Vielfaches von 1.000 sein.',
  sendStep: 'Der Betrag der Überweisung muss ein Vielfaches von 1.000 sein.',
  exceeds: 'Der Betrag übersteigt Ihr verfügbares Guthaben.',
  required: 'Betrag ist erforderlich.',
  notWhole: 'Bitte geben Sie eine ganze Zahl von Coins ein.',
  notAboveZero: 'Betrag muss über 0 liegen.',
  negative: 'Der Betrag darf nicht negativ sein.',
  huge: 'Bitte geben Sie höchstens 1.000.000.000.000 Coins ein.',
  otherSigns: 'Zahlen werden hier wie 12.500,50 geschrieben. Bitte schreiben Sie Ihre Zahl ebenso.',
  twoReadings: (text, small, large) =>
    `„${text}“ kann ${small} oder ${large} bedeuten. Bitte geben Sie eine dieser beiden Zahlen ein.`,
}

type Outcome = number | string
/** A typed text, and its outcome in the forms to buy, withdraw, send (of 5,000 available coins) and adjust. */
type Row = [typed: string, buy: Outcome, withdraw: Outcome, send: Outcome, adjust: Outcome]

const everywhere = (typed: string, outcome: Outcome): Row => [typed, outcome, outcome, outcome, outcome]

/** Returns the rows that are equal in every language of the page. */
function commonRows(says: typeof english): Row[] {
  const noNumber = (typed: string): Row => [typed, says.notValid, says.noNumber, says.noNumber, says.noNumber]
  const nothing = (typed: string): Row => [typed, says.notValid, says.noNumber, says.required, says.required]
  return [
    ...['1000', ' 1000 ', '1 000', '1\u00a0000', '1\u202f000', '\u200e1000\u200f', '1000 ET', '1000ET', 'et 1000'].map(
      (typed) => everywhere(typed, 1000),
    ),
    // The digits are Arabic-Indic, Eastern Arabic, full-width and Devanagari, and the separator is the Arabic one.
    ...['١٠٠٠', '۱۰۰۰', '１０００', '१०००', '١٬٠٠٠', '۱٬۰۰۰ ET', '١ ٠٠٠'].map((typed) => everywhere(typed, 1000)),
    ['1500', says.buyStep, says.withdrawStep, says.sendStep, 1500],
    ['١٥٠٠', says.buyStep, says.withdrawStep, says.sendStep, 1500],
    ['500', says.notValid, says.belowMinimum, says.sendStep, 500],
    ['0', says.notValid, says.belowMinimum, says.sendStep, says.notAboveZero],
    ['6000', 6000, says.exceeds, says.exceeds, 6000],
    ...['-1000', '−1000', '- 1 000', '-1000 ET', '-٥', '－１０００', '-99999999999999999999'].map((typed) =>
      everywhere(typed, says.negative),
    ),
    ...['1000000000001', '99999999999999999999', '1 000 000 000 001', '9'.repeat(400)].map((typed) =>
      everywhere(typed, says.huge),
    ),
    ...['1e3', '0x3e8', 'abc', 'ET', 'thousand', '1000 USD', '$1000', '10²', '½', '-', '1000+1000'].map(noNumber),
    ...['', '   '].map(nothing),
    ...['10 00', '1000 2000', '1 000 00', '1.', '1,', '01 000'].map((typed) => everywhere(typed, says.otherSigns)),
  ]
}

const englishRows: Row[] = [
  ...commonRows(english),
  everywhere('1,000', 1000),
  everywhere('１，０００', 1000),
  everywhere('1.000', english.twoReadings('1.000', '1', '1000')),
  everywhere('١.٠٠٠', english.twoReadings('1.000', '1', '1000')),
  everywhere('25.000 ET', english.twoReadings('25.000', '25', '25000')),
  everywhere('-1.000', english.twoReadings('-1.000', '-1', '-1000')),
  everywhere('1.125', english.twoReadings('1.125', '1.1250', '1125')),
  ['1000.5', english.buyStep, english.withdrawStep, english.sendStep, english.notWhole],
  ['1000.1234567890', english.buyStep, english.withdrawStep, english.sendStep, english.notWhole],
  ['6000.5', english.buyStep, english.exceeds, english.exceeds, english.notWhole],
  ['0.5', english.notValid, english.belowMinimum, english.sendStep, english.notWhole],
  everywhere('1000.00', 1000),
  everywhere('1,000.00', 1000),
  ['1,000,000', 1_000_000, english.exceeds, english.exceeds, 1_000_000],
  ...['1000,5', '1.000.000', '1.000,00', '1,00', '1,0000', '0,500'].map((typed) =>
    everywhere(typed, english.otherSigns),
  ),
]

const germanRows: Row[] = [
  ...commonRows(german),
  everywhere('1.000', 1000),
  everywhere('１．０００', 1000),
  everywhere('1,000', german.twoReadings('1,000', '1', '1000')),
  everywhere('١,٠٠٠', german.twoReadings('1,000', '1', '1000')),
  everywhere('25,000 ET', german.twoReadings('25,000', '25', '25000')),
  everywhere('1,125', german.twoReadings('1,125', '1,1250', '1125')),
  ['1000,5', german.buyStep, german.withdrawStep, german.sendStep, german.notWhole],
  ['6000,5', german.buyStep, german.exceeds, german.exceeds, german.notWhole],
  ['0,5', german.notValid, german.belowMinimum, german.sendStep, german.notWhole],
  everywhere('1000,00', 1000),
  everywhere('1.000,00', 1000),
  ['1.000.000', 1_000_000, german.exceeds, german.exceeds, 1_000_000],
  ...['1000.5', '1,000,000', '1,000.00', '1.00', '1.0000', '0.500'].map((typed) =>
    everywhere(typed, german.otherSigns),
  ),
]

afterEach(() => {
  vi.unstubAllGlobals()
})

describe.each([
  ['en', englishRows],
  ['de', germanRows],
])('an amount typed on a page in the language %s', (language, rows) => {
  let forms: Awaited<ReturnType<typeof loadForms>>
  beforeAll(async () => {
    forms = await loadForms(language)
  })

  test.each(rows)(
    '%j is read as %j for a buy, %j for a withdrawal, %j for a transfer and %j for an adjustment [BUY-13] [BUY-14] [WITHDRAW-08] [WITHDRAW-09] [WITHDRAW-10] [WITHDRAW-11] [TRANSFER-08] [TRANSFER-09]',
    (typed, ...outcomes) => {
      expect([forms.buy(typed), forms.withdraw(typed), forms.send(typed), forms.adjust(typed)]).toEqual(outcomes)
    },
  )
})

describe.each(['en', 'de'])('the numbers of settings, typed in the language %s', (language) => {
  const says = language === 'en' ? english : german
  const swap = (text: string) =>
    language === 'en' ? text : text.replaceAll(/[.,]/g, (sign) => (sign === '.' ? ',' : '.'))

  test.each([
    ['0.025', '0.025'],
    ['.5', '0.5'],
    ['1,000.5', '1000.5'],
    ['٠٫٥', '0.5'],
    ['１２.５', '12.5'],
    [' 1 000 ', '1000'],
    ['1.1250', '1.1250'],
    ['1.125', says.twoReadings(swap('1.125'), swap('1.1250'), '1125')],
    ['1.000', says.twoReadings(swap('1.000'), '1', '1000')],
    ['1,5', says.otherSigns],
    ['0,025', says.otherSigns],
    ['1.500,25', says.otherSigns],
    ['10 %', says.noNumber],
    ['1e9', says.noNumber],
  ])('%j, as written in English, is %j', async (typed, outcome) => {
    const forms = await loadForms(language)
    expect(forms.setting(swap(typed))).toBe(outcome)
  })
})

/** Loads each form's reading of a typed amount: the number that the form would send, or its sentence of refusal. */
async function loadForms(language: string) {
  const texts = Object.assign({}, ...readAreas(language).map((area) => area.texts)) as object
  vi.stubGlobal('catalogue', { language, direction: 'ltr', texts: language === 'en' ? {} : texts })
  vi.resetModules()
  const coins = await import('../web/features/spending/coin-amounts.ts')
  const { readBuyAmount } = await import('../web/pages/member/buy/buy-amount.ts')
  const adjustments = await import('../web/pages/admin/user-details/adjustment-draft.ts')
  const { readSetting } = await import('../web/pages/admin/settings/settings-form.ts')
  return {
    buy(typed: string) {
      const read = readBuyAmount(typed)
      return 'error' in read ? read.error : read.coins
    },
    withdraw: (typed: string) => coins.withdrawalAmountFault(typed, '5000') ?? coins.readWholeCoins(typed),
    send: (typed: string) => coins.transferAmountFault(typed, '5000') ?? coins.readWholeCoins(typed),
    adjust(typed: string) {
      const draft = { key: 'k', attempt: null, direction: 'add', amount: typed, reason: 'Gift' } as const
      return adjustments.adjustmentFaults(draft, '0').amount ?? adjustments.draftCoins(draft)
    },
    setting(typed: string) {
      const { value, fault } = readSetting('et_rate', typed)
      return fault ?? value
    },
  }
}
