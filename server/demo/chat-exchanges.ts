/** Questions of members to support, with the answers. */
export const chatExchanges = [
  [
    'Hello, I sent the USDT an hour ago. When will it show?',
    'Hello! Your request is in the queue and will be checked today.',
  ],
  ['Which network do I have to use?', 'TRC20 only, please. The address is on the page Buy Coins.'],
  ['Can I change my wallet address?', 'Yes, on your profile. Withdrawals you already asked for keep the old one.'],
  ['My friend has signed up with my code. When do I get the bonus?', 'As soon as the first package is approved.'],
  ['Thank you, the coins have arrived.', 'You are welcome!'],
  ['How long does a withdrawal take?', 'It depends on your package: the card of your package names the time.'],
] as const
