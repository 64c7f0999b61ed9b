import { oneOf, readSearch } from '../../../lib/search.ts'

export const buySteps = ['amount', 'send', 'slip', 'review'] as const
export type BuyStep = (typeof buySteps)[number]

export const buySearch = readSearch<{ step?: BuyStep | undefined }>({ step: (value) => oneOf(value, buySteps) })
