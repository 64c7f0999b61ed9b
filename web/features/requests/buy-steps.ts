export const buySteps = ['amount', 'send', 'slip', 'review'] as const
export type BuyStep = (typeof buySteps)[number]
