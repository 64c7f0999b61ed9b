import { ExternalLink } from 'lucide-react'
import { Fragment, useState } from 'react'
import { formatCoins, type Decimal } from '../../../../contract/money.ts'
import { t } from '../../../../contract/translate.ts'
import { walletTwinsMax } from '../../../../contract/endpoints/users.ts'
import type { UserDetails } from '../../../../contract/users.ts'
import { Fact } from '../../../features/users/fact.tsx'
import { isShortAddress, ShortAddress } from '../../../features/users/short-address.tsx'
import { richText } from '../../../lib/rich-text.ts'
import { Amount } from '../../../ui/amount.tsx'
import { Button } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { loadWhenNeeded } from '../../../ui/load-when-needed.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Stat } from '../../../ui/stat.tsx'
import { PersonLink } from './facts.tsx'

// The note would bring the approvals with it.
const LateMaturingNote = loadWhenNeeded(
  async () => (await import('../../../features/requests/maturing-note.tsx')).MaturingNote,
)

export function UserWallet({ user: { profile, wallet, maturing, wallet_twins: twins } }: { user: UserDetails }) {
  if (!wallet) {
    return (
      <Card title={t('Wallet')}>
        <p className="text-ink-2">{t('Administrators hold no coins.')}</p>
      </Card>
    )
  }
  return (
    <Card title={t('Wallet')} className="grid gap-4">
      <dl className="flex flex-wrap gap-4 *:min-w-max *:flex-[1_1_8rem]">
        <Coins name={t('Total')} value={wallet.total_coins} />
        <Coins name={t('Available')} value={wallet.available_coins} />
        <Coins name={t('Locked')} value={wallet.locked_coins} />
      </dl>
      {maturing && <LateMaturingNote isNeeded props={{ maturing }} />}
      <dl className="grid border-t border-line text-sm">
        <Fact name={t('Wallet address')}>
          {profile.wallet_address && <Address address={profile.wallet_address} owner={profile.full_name} />}
        </Fact>
        <Fact name={t('Wallet link')}>{profile.wallet_link && <ExplorerLink href={profile.wallet_link} />}</Fact>
      </dl>
      <Twins twins={twins} />
    </Card>
  )
}

/** The start of the address, with a button to show all of it. A touch screen has no hover for that. */
function Address({ address, owner }: { address: string; owner: string }) {
  const [isWhole, setIsWhole] = useState(false)
  return (
    <span className="flex flex-wrap items-center justify-end gap-x-1">
      <ShortAddress address={address} owner={owner} isWhole={isWhole} />
      {!isShortAddress(address) && (
        <Button variant="quiet" size="sm" aria-expanded={isWhole} onClick={() => setIsWhole(!isWhole)}>
          {isWhole ? t('Shorten the address') : t('Show all of the address')}
        </Button>
      )}
    </span>
  )
}

function Coins({ name, value }: { name: string; value: Decimal }) {
  return (
    <Stat label={name}>
      <Amount value={formatCoins(value)} unit="ET" />
    </Stat>
  )
}

function ExplorerLink({ href }: { href: string }) {
  return (
    <a href={href} target="_blank" rel="noreferrer" className="link inline-flex items-center gap-1">
      {t('Open in the explorer')}
      <ExternalLink aria-hidden="true" size={14} />
      <span className="sr-only">{t('(new tab)')}</span>
    </a>
  )
}

function Twins({ twins }: { twins: UserDetails['wallet_twins'] }) {
  if (twins.length === 0) return null
  const members = twins.map((twin, index) => (
    <Fragment key={twin.id}>
      {index > 0 && ', '}
      <PersonLink person={twin} />
    </Fragment>
  ))
  return (
    <Notice tone="warn" title={t('The same wallet address is also used by')}>
      {twins.length === walletTwinsMax ? richText('{members} and perhaps more.', { members }) : <>{members}.</>}
    </Notice>
  )
}
