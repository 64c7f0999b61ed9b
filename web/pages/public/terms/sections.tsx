import { t } from '../../../../contract/translate.ts'
import type { LegalSection } from '../../../features/legal/legal-document.tsx'
import { OperatorDetail } from '../../../features/legal/operator.tsx'
import { ReferralShare } from '../../../features/referrals/referral-share.tsx'
import { AppLink } from '../../../lib/app-link.tsx'
import { richText } from '../../../lib/rich-text.ts'

/** The sections about the operator and the coins. */
export const termsOfCoins: LegalSection[] = [
  {
    id: 'operator',
    title: t('Who runs this site'),
    parts: [
      richText('This site is run by {name}, {address}, referred to below as the operator. You can write to {email}.', {
        name: <OperatorDetail of="name" />,
        address: <OperatorDetail of="address" />,
        email: <OperatorDetail of="email" />,
      }),
      t('By opening an account you agree to these terms with the operator.'),
    ],
  },
  {
    id: 'coin',
    title: t('What ET is, and what it is not'),
    parts: [
      t(
        'ET is a coin of this site: an entry in its books. It is on no public blockchain, it is no legal tender, no deposit and no share in anything, and it is not covered by any compensation scheme.',
      ),
      t(
        'The value that is shown is the number of coins times the platform rate. The operator sets that rate, and it can rise, fall, and fall to nothing. Nobody promises a value, a profit, or that somebody will take your coins at a price you like. Pay in only what you can afford to lose.',
      ),
      t(
        'Where the arrow and the line beside the live rate are labelled “Indicative”, their movement is a simulation. Figures and requests use the platform rate alone.',
      ),
    ],
  },
  {
    id: 'account',
    title: t('Your account'),
    parts: [
      {
        points: [
          t('You have to be of full age, and what you enter about yourself has to be true.'),
          t(
            'Your account is for you alone. Keep your password, your recovery codes and your phone to yourself; whoever has them acts in your name.',
          ),
          t(
            'An administrator can deactivate or suspend an account, with a reason that goes on record. A suspended account cannot sign in. Its waiting requests stay, and are still decided.',
          ),
        ],
      },
    ],
  },
  {
    id: 'decisions',
    title: t('How requests are decided'),
    parts: [
      t(
        'Whoever buys, sends or withdraws coins sends a request. An administrator looks at it, and approves or rejects it. Only a small purchase may be approved by a fixed rule instead, if its payment on the network has exactly the amount; the request then says so. A note may tell you why. Administrators are bound to no time; your package says how long withdrawals usually take.',
      ),
      t(
        'A purchase expires if it has not been decided after 7 days, or after another number of days that the operator has set. You get a mail then. If you have paid, your payment is not lost: send the purchase once more with its slip, or write to the support.',
      ),
      t(
        'Until a request is decided you can take it back. Coins that you asked to send or to withdraw are locked until then: they are yours, but you cannot spend them.',
      ),
      t(
        'Once approved, a movement is written into the books for good. It is never edited; a mistake is put right by another entry, which you see.',
      ),
      t(
        'An administrator can reverse a request that should not have been approved. Its coins, bonus and reward then move back. Coins that a person no longer has become a debt of that person, and the next coins that they receive repay it.',
      ),
    ],
  },
  {
    id: 'buying',
    title: t('Buying coins'),
    parts: [
      t(
        'You pay in USDT, to the address and over the network that the page shows, and upload the payment slip. Your first purchase is one of a package. A package has a fixed price and may bring bonus coins; any further amount has the price per coin that the page shows.',
      ),
      t(
        'A request is made on the price and the exchange rate that you were shown before you sent it, and keeps them. Where no exchange rate could be read, 1 stands in for it, and the request says so.',
      ),
      t(
        'What you send to another address or over another network is lost, and nobody here can bring it back. Coins are credited once your payment was compared with the purchase and the purchase was approved, and not before.',
      ),
    ],
  },
  {
    id: 'sending',
    title: t('Sending and withdrawing coins'),
    parts: [
      t(
        'Coins are bought, sent and withdrawn in whole thousands. What is left below a thousand stays in your account.',
      ),
      t(
        'You send coins to another member by their member ID, and see their name before you do. Once this has been approved you cannot take it back. The recipient can send the coins back, and an administrator can reverse a transfer that should not have been approved.',
      ),
      t(
        'A withdrawal is paid in USDT. Its value in USD is fixed by the platform rate of the moment you ask, and it goes to the withdrawal address that you choose, one of up to five in your profile. Check it yourself, letter by letter: what is paid to a wrong address is lost. For 24 hours after an address has been changed, withdrawals show the change to whoever decides them.',
      ),
      t(
        'A withdrawal to a new address cannot be approved for 24 hours. After a change of your default address, your password, your email or your second factor, and after a log-in on a new device without a second factor, none of your withdrawals and transfers can be approved for 24 hours. The operator may have set another time, or none.',
      ),
    ],
  },
  {
    id: 'fees',
    title: t('Fees, bonus and referrals'),
    parts: [
      {
        points: [
          t(
            'This site takes no fees for buying, sending or withdrawing. Networks, wallets and exchanges may take theirs.',
          ),
          t(
            'Bonus coins of a package are credited together with the coins that you bought. The operator may set a number of days in which bonus coins and referral rewards can be neither withdrawn nor sent.',
          ),
          richText(
            'Whoever brought in a member receives {share} of the base coins of that member’s first approved package, once for each member, and nothing for whom that member brings in.',
            { share: <ReferralShare /> },
          ),
        ],
      },
    ],
  },
]

/** The other sections of the terms. */
export const termsOfUse: LegalSection[] = [
  {
    id: 'conduct',
    title: t('What this site may not be used for'),
    parts: [
      {
        points: [
          t('to pay with money that is not yours, or that comes from a crime;'),
          t('to upload slips that are forged, or that belong to another payment;'),
          t('to open accounts in order to pay referral rewards to yourself;'),
          t('to pretend to be the operator, an administrator or another member;'),
          t('to get into what is not yours, or to keep the site from working for others.'),
        ],
      },
    ],
  },
  {
    id: 'changes',
    title: t('Changes and interruptions'),
    parts: [
      t(
        'The operator may change packages, prices, the referral reward and the rate at any time. A request that was sent before keeps its figures. The referral reward is the one of the day on which the package is approved.',
      ),
      t(
        'The site may be away for a while. What was confirmed to you is kept, and what you had typed can be sent when it is back.',
      ),
      t(
        'These terms may change, too; the date above says when they last did. What you did before then stays under the terms of that day.',
      ),
    ],
  },
  {
    id: 'liability',
    title: t('Liability'),
    parts: [
      t(
        'The operator is liable as the law says, and nothing in these terms takes away a right that the law gives you and that cannot be given up, such as those of consumers.',
      ),
      t(
        'The operator does not answer for what others do: networks, wallets, exchanges, and whoever you give your password to.',
      ),
    ],
  },
  {
    id: 'ending',
    title: t('Ending'),
    parts: [
      richText(
        'You can stop at any time. Withdraw or send your coins first, then close the account in your profile. It is closed seven days later, and until then you can keep it. If something stands in the way, your profile says what it is, and you can write to {email}.',
        { email: <OperatorDetail of="email" /> },
      ),
      t(
        'An administrator can close an account in the same way, with a reason that you are mailed. The entries in the books stay, as they are the record of what happened.',
      ),
    ],
  },
  {
    id: 'law',
    title: t('Law'),
    parts: [
      t(
        'The law of the place where the operator is established applies. Where you live elsewhere as a consumer, the protection that you have there stays yours.',
      ),
      richText('What the site keeps about you, and who sees it, is in the {privacy}.', {
        privacy: (
          <AppLink className="link" href="/privacy">
            {t('Privacy Policy')}
          </AppLink>
        ),
      }),
    ],
  },
]
