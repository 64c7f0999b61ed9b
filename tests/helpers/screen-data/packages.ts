import { aPackage, gold } from '../screen-data.ts'

/** The packages of a new installation. */
export const shield = aPackage({
  package_name: 'Shield',
  icon: 'Shield',
  min_coin_purchase: '10000',
  bonus_percentage: '5',
  bonus_coins: '500',
  total_coins: '10500',
  total_price: '100',
  withdrawal_time: '48 hours',
})
export const diamond = aPackage({
  package_name: 'Diamond',
  icon: 'Gem',
  min_coin_purchase: '50000',
  bonus_percentage: '15',
  bonus_coins: '7500',
  total_coins: '57500',
  total_price: '500',
  withdrawal_time: '12 hours',
})
export const platinum = aPackage({
  package_name: 'Platinum',
  icon: 'Star',
  min_coin_purchase: '100000',
  bonus_percentage: '20',
  bonus_coins: '20000',
  total_coins: '120000',
  total_price: '1000',
  withdrawal_time: '6 hours',
})
export const packagesOnOffer = [shield, gold, diamond, platinum]
