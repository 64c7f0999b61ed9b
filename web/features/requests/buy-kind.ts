import type { BuyRequest } from '../../../contract/requests.ts'
import { t } from '../../../contract/translate.ts'

/** Names the kind of a purchase, which decides on its price. */
export function buyKindName({ package_name: name }: Pick<BuyRequest, 'package_name'>): string {
  return name === null ? t('Top-up') : t('Package purchase: {name}', { name })
}
