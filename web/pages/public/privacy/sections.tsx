import { t } from '../../../../contract/translate.ts'
import type { LegalSection } from '../../../features/legal/legal-document.tsx'
import { OperatorDetail } from '../../../features/legal/operator.tsx'
import { AppLink } from '../../../lib/app-link.tsx'
import { richText } from '../../../lib/rich-text.ts'

/** The sections about the stored data, its readers and its storage times. */
export const dataSections: LegalSection[] = [
  {
    id: 'responsible',
    title: t('Who is responsible'),
    parts: [
      richText('{name}, {address}, runs this site and is responsible for what it keeps. You can write to {email}.', {
        name: <OperatorDetail of="name" />,
        address: <OperatorDetail of="address" />,
        email: <OperatorDetail of="email" />,
      }),
    ],
  },
  {
    id: 'kept',
    title: t('What is kept about you'),
    parts: [
      t('In order to hold your account and to carry out what you ask for (the contract with you):'),
      {
        points: [
          t(
            'who you are: name, email address, telephone number, country, state, city and area, member ID, referral code, your package, the language of your mails, and who brought you in;',
          ),
          t(
            'your requests, with payment slips and attachments, transaction hashes and notes of administrators, and every movement of your coins;',
          ),
          t('your withdrawal addresses, and each change of them;'),
          t('what you and the support write to each other.'),
        ],
      },
      t('In order to keep accounts and coins safe (a legitimate interest, yours and the operator’s):'),
      {
        points: [
          t('your password, as a hash from which it cannot be read back;'),
          t('the secret of your authenticator app, encrypted, and your recovery codes as hashes;'),
          t('the public keys of your passkeys. The secret ones stay in your devices;'),
          t(
            'each attempt to sign in to your account: when, from which IP address, with which browser, and whether it succeeded;',
          ),
          t('from which IP address and with which browser each call about your coins was made;'),
          t('where you are signed in, and which browsers and networks your account is known by;'),
          t(
            'a log of acts that matter to safety, such as a changed password, a changed name or a decision, with time, IP address and the values before and after;',
          ),
          t('counters that limit attempts, by a hash of the network or account they come from.'),
        ],
      },
      t(
        'Pictures that you upload are drawn anew before they are stored, so that nothing but the picture is kept, such as no place where it was taken. PDF files are kept as they are.',
      ),
    ],
  },
  {
    id: 'seen',
    title: t('Who sees it'),
    parts: [
      {
        points: [
          t('You see all of your own requests, movements, messages and open sessions.'),
          t('Administrators see your data, but neither passwords nor the secrets of authenticator apps.'),
          t(
            'A signed-in member who enters your member ID in order to send you coins sees your full name, and keeps it with the transfer.',
          ),
          t('A member who received coins from you sees your full name and your member ID.'),
          t('Whoever signs up with your referral code sees your full name.'),
          t(
            'The member who brought you in sees your name, your email address, when you joined, whether you have bought your first package, and what that earned them.',
          ),
          t(
            'If a transfer or the first package of yours is reversed, the member who had coins from it sees your full name with the coins that they give back or owe.',
          ),
          t('Uploaded files are given to you and to administrators only.'),
        ],
      },
      t(
        'Pages fetch nothing from other companies. Pictures of people and QR codes are drawn on this site. Mails go out through the mail server that the operator uses. If the operator has named a service for exchange rates, the server asks it for rates, and tells it nothing about you.',
      ),
      t(
        'If the operator uses a provider that reads the blockchain, the server gives it hashes of transactions: those that you name for a purchase, and those of payments to you. It gives it no name, no email address and no member ID. If the operator keeps uploaded files in a store of another company, your payment slips, attachments and files of the chat are there.',
      ),
      t(
        'If the operator allows it and you switch it on in your notifications, the push service of your browser’s maker wakes your device when there is news. The message has no content. The service learns that this site has something to tell the device, and when. The address that it gave to your browser is kept until the session ends.',
      ),
      t(
        'Where a page offers a link to a blockchain explorer, that site learns your IP address and the wallet address once you follow the link, and not before.',
      ),
    ],
  },
  {
    id: 'mails',
    title: t('Which mails you get'),
    parts: [
      t(
        'Those that the account needs: to confirm your address, to set or reset a password, to tell you that your password, your email address, your details, a withdrawal address, a passkey or your second factor was changed or a recovery code used, that your account was opened on a new device, that a withdrawal or transfer was asked for, that a purchase has expired or a payment to you failed, and that somebody signed up again with your address. None of them can be switched off. Others tell you of decisions, received coins, rewards, payments and unread answers in the chat; your profile and a link in each of them switch these off. There is no newsletter.',
      ),
    ],
  },
  {
    id: 'browser',
    title: t('What is kept in your browser'),
    parts: [
      t('Nothing here follows you to other sites, and no script can read the first three:'),
      {
        points: [
          richText('{name}: the cookie that keeps you signed in, 12 hours at most and 6 minutes without activity;', {
            name: <Cookie name="session" />,
          }),
          richText(
            '{name}: a cookie that lets the site know this browser again for a year, so that nobody else can lock you out by guessing;',
            { name: <Cookie name="device" /> },
          ),
          richText(
            '{name}: a cookie that ties a log-in by passkey to this browser for ten minutes, if you began one;',
            {
              name: <Cookie name="attempt" />,
            },
          ),
          richText('{name}: a cookie with the language that you chose, if you chose one;', {
            name: <Cookie name="language" />,
          }),
          t(
            'the theme and other settings of how pages look and sound, views of lists that you save by a name, who switched messages of this browser on, and when you were last active, in the browser’s storage;',
          ),
          t(
            'what you have typed and not yet sent, until you send it or close the tab. Passwords, codes and files are never kept like this;',
          ),
          t('the page that shows when the site cannot be reached. Nothing else is kept for use without a network.'),
        ],
      },
    ],
  },
  {
    id: 'duration',
    title: t('For how long'),
    parts: [
      {
        points: [
          t(
            'Sessions: 12 hours after they began at the latest. Proofs of a password and counters: removed as soon as they are over.',
          ),
          t(
            'Mails: encrypted, until the mail server has taken them. One that could not be sent stays for 30 days after the last attempt, and for two days if its address has no account. As long as the operator uses no mail server, mails stay on the server, not encrypted, for 30 days, unless the operator has set another time.',
          ),
          t('Mailed links: removed a day after they have run out.'),
          t('Uploaded files that nothing uses: two days, unless the operator has set a longer time.'),
          t('Log-ins: a year, unless the operator has set another time. The last one stays.'),
          t(
            'Payment slips: five years after the decision about the request, unless the operator has set another time.',
          ),
          t(
            'Uploaded files in a store of another company: 30 days longer than said here, unless the operator has set another number of days, because a backup may still name them.',
          ),
          t('Browsers that your account is known by: a year after you last used them.'),
          t(
            'Everything else: as long as you have the account. If you close it in your profile, your details, ways to log in, log-ins, devices, addresses, notifications and the text of your messages are removed seven days later.',
          ),
          t(
            'Kept after that, without your name: your requests with the addresses, hashes and, for the time above, slips of their payments, the movements of coins, and what administrators wrote about them, because the books must add up. A backup of the operator has the rest until it is replaced.',
          ),
          t(
            'The entries of the books and of the log cannot be changed or removed, not even by the operator’s administrators. That is what makes them a record. Only the closing of an account takes its personal details out of the log.',
          ),
        ],
      },
    ],
  },
]

/** The sections about the rights of the users. */
export const rightsSections: LegalSection[] = [
  {
    id: 'rights',
    title: t('Your rights'),
    parts: [
      richText(
        'You can ask the operator what is kept about you, have mistakes corrected, object, and have removed whatever no law and no record requires: {email}. You can complain to the data protection authority of where you live.',
        { email: <OperatorDetail of="email" /> },
      ),
      t(
        'You can change your name, your email and your wallet address in your profile, where you also end sessions on other devices, download a copy of your data and close your account.',
      ),
      t(
        'A rule of the operator may approve exactly paid purchases without a person. Such a request names “Policy” as its decider. No rule rejects a request.',
      ),
    ],
  },
  {
    id: 'changes',
    title: t('Changes'),
    parts: [
      richText(
        'When this text changes, the date above does, too. What you agree on with the operator is in the {terms}.',
        {
          terms: (
            <AppLink className="link" href="/terms">
              {t('Terms of Service')}
            </AppLink>
          ),
        },
      ),
    ],
  },
]

/** The name of a cookie as browsers show it. With https, its prefix ties the cookie to this host. */
function Cookie({ name }: { name: string }) {
  return <code className="mono">{location.protocol === 'https:' ? `__Host-${name}` : name}</code>
}
