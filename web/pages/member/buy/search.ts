import { oneOf, createSearchReader } from '../../../lib/search.ts'

export const buySteps = ['amount', 'send', 'slip', 'review'] as const
export type BuyStep = (typeof buySteps)[number]

export const buySearch = createSearchReader<{ step?: BuyStep | undefined }>({ step: (value) => oneOf(value, buySteps) })
