import * as z from 'zod/mini'
import { numberText } from './number-text.ts'
import { packageIcons } from './package-icons.ts'
import { optionalText, plainText } from './text-fields.ts'
import { t } from './translate.ts'

export const maxBonusPercentage = '1000'

/** The fields that an administrator sets. Price, bonus and total are calculated from them. */
export const packageBody = z.strictObject({
  package_name: plainText(t('Package Name'), 60),
  min_coin_purchase: numberText(t('Minimum Purchase'), { max: '1000000000', decimals: 4 }),
  coin_price: numberText(t('Coin Price'), { max: '1000000', decimals: 8 }),
  bonus_percentage: numberText(t('Bonus Percentage'), { max: maxBonusPercentage, decimals: 4 }),
  withdrawal_time: plainText(t('Withdrawal Time'), 60),
  withdrawal_rules: optionalText(t('Withdrawal Rules'), 500),
  icon: z.enum(packageIcons),
})
export type PackageBody = z.infer<typeof packageBody>
