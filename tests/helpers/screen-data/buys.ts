import type { Page } from '@playwright/test'
import type { BuyQuote } from '../../../contract/buy-quote.ts'
import { add, divide, multiply } from '../../../contract/money.ts'
import { listPackages } from '../../../contract/packages.ts'
import type { Profile } from '../../../contract/profiles.ts'
import { getExchangeRates } from '../../../contract/rates.ts'
import { getBuyQuote, getRequest, submitBuyRequest, type BuyRequest } from '../../../contract/requests.ts'
import { getDepositInstructions } from '../../../contract/settings.ts'
import type { CleanFile } from '../../../server/money/slips/file-content.ts'
import { Refusal } from '../../../server/platform/db/refusal.ts'
import type { Answers } from '../answers.ts'
import { readAsMember } from '../screen.ts'
import { answerOnce } from './answer-once.ts'
import { packagesOnOffer } from './packages.ts'
import { giveSlips } from './slips.ts'
import { aBuy, aProfile, depositInstructions, exchangeRates } from '../screen-data.ts'

export const placeholderAddress = 'DEMO-ADDRESS-DO-NOT-SEND-FUNDS'

/** Makes the page's browser that of a member who has bought nothing yet, and answers the calls of the buy page. */
export async function readAsNewMember(page: Page, answers: Answers, fields: Partial<Profile> = {}): Promise<BuyWorld> {
  return readAsBuyer(page, answers, { first_purchase_done: false, ...fields })
}

/** Does the same for a member who may choose the amount. */
export async function readAsBuyer(page: Page, answers: Answers, fields: Partial<Profile> = {}): Promise<BuyWorld> {
  const { profile } = await readAsMember(page, answers, aProfile(fields))
  return giveBuyAnswers(answers, profile)
}

/** The made-up platform on which a member buys. A test changes it between two calls of the page. */
export interface BuyWorld {
  member: Profile
  packages: typeof packagesOnOffer
  usdtRate: string
  isFallback: boolean
  /** The last digits of the amounts, which tell payments apart; null for none. */
  tail: string | null
  /** The stored files by their ids. */
  files: Map<string, CleanFile>
  /** The requests of the member, the newest first. */
  requests: BuyRequest[]
}

/** Answers the calls of the buy page and of the screen after it, as an installation with its usual packages does. */
function giveBuyAnswers(answers: Answers, member: Profile): BuyWorld {
  const world: BuyWorld = {
    member,
    packages: packagesOnOffer,
    usdtRate: '1',
    isFallback: false,
    tail: null,
    files: giveSlips(answers, member),
    requests: [],
  }
  answers.give(getDepositInstructions, depositInstructions({ address: placeholderAddress, is_placeholder: true }))
  answers.give(listPackages, () => ({ items: world.packages }))
  answers.give(getExchangeRates, () =>
    exchangeRates({ conversion_rates: { USDT: world.usdtRate }, is_fallback: world.isFallback }),
  )
  answers.give(getBuyQuote, ({ query }) => quote(world, String(query.amount_coins), query.package_id ?? null))
  const submit = answerOnce<typeof submitBuyRequest>(({ body }) => {
    const terms = quote(world, String(body.amount_coins), body.package_id ?? null)
    if (body.quote_id !== terms.quote_id) throw new Refusal('quote_changed')
    const { amount_coins, amount_usd, usdt_amount, usdt_rate, usdt_rate_is_fallback } = terms
    const { rate, bonus_coins, package_id, package_name } = terms
    const request = aBuy(member, {
      amount_coins,
      amount_usd,
      usdt_amount,
      usdt_tail: terms.usdt_tail,
      usdt_rate,
      usdt_rate_is_fallback,
      rate,
      bonus_coins,
      package_id,
      package_name,
      payment_proof_id: body.payment_proof_id ?? null,
      transaction_hash: body.transaction_hash ?? null,
    })
    world.requests.unshift(request)
    answers.announce('requests')
    return request
  })
  answers.give(submitBuyRequest, submit)
  answers.give(getRequest, ({ params }) => {
    const request = world.requests.find(({ id }) => id === params.requestId)
    if (!request) throw new Refusal('not_found')
    return request
  })
  return world
}

function quote({ packages, usdtRate, isFallback, tail }: BuyWorld, coins: string, packageId: string | null): BuyQuote {
  const named = packages.find(({ id }) => id === packageId)
  if (packageId !== null && !named) throw new Refusal('package_not_found')
  // Any other amount than that of the package is a top-up.
  const chosen = named?.min_coin_purchase === coins ? named : undefined
  const rate = chosen?.coin_price ?? '0.01'
  const bonus = chosen?.bonus_coins ?? '0'
  const price = multiply(coins, rate, 2)
  return {
    quote_id: [coins, chosen?.id, rate, bonus, usdtRate, isFallback].join(),
    amount_coins: coins,
    package_id: chosen?.id ?? null,
    package_name: chosen?.package_name ?? null,
    bonus_coins: bonus,
    received_coins: add(coins, bonus),
    amount_usd: price,
    usdt_amount: add(divide(price, usdtRate, 4), tail ?? '0'),
    usdt_tail: tail,
    usdt_rate: usdtRate,
    usdt_rate_is_fallback: isFallback,
    usdt_rate_fetched_at: new Date().toISOString(),
    rate,
  }
}
