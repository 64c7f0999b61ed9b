import { Link } from '@tanstack/react-router'
import type { Profile } from '../../../../contract/profiles.ts'
import { t } from '../../../../contract/translate.ts'
import { ShortAddress } from '../../../features/users/short-address.tsx'
import { ListedUserStatus } from '../../../features/users/user-status.tsx'
import { richText } from '../../../lib/rich-text.ts'
import { Avatar } from '../../../ui/avatar.tsx'
import { Button } from '../../../ui/button.tsx'
import { PersonName } from '../../../ui/person-name.tsx'
import { TimeText } from '../../../ui/time-text.tsx'

interface UserCardsProps {
  users: readonly Profile[]
  /** The users that no longer match the filter. They stay until the list is refreshed. */
  goneIds: ReadonlySet<string>
}

/** The users as cards, for screens without room for a table. */
export function UserCards({ users, goneIds }: UserCardsProps) {
  return (
    <ul aria-label={t('Users')} className="grid gap-3">
      {users.map((user) => (
        <li key={user.id} className="grid gap-3 rounded-3 border border-line bg-surface p-4">
          <div className="flex items-start gap-3">
            <Avatar name={user.full_name} seed={user.id} />
            <div className="min-w-0 flex-1">
              <p className="font-semibold">
                <PersonName>{user.full_name}</PersonName>
              </p>
              <p className="text-sm wrap-anywhere text-ink-3">{user.email}</p>
            </div>
          </div>
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-ink-2">
            <ListedUserStatus status={user.status} isGone={goneIds.has(user.id)} />
            {user.role === 'admin' ? t('Administrator') : <span className="mono">{user.member_id}</span>}
            <span>{richText('Joined {time}', { time: <TimeText value={user.created_at} /> })}</span>
            {user.wallet_address && <ShortAddress address={user.wallet_address} owner={user.full_name} />}
          </div>
          <Button asChild variant="ghost" size="sm">
            <Link
              to="/admin/users/$userId"
              params={{ userId: user.id }}
              aria-label={t('View Details of {name}', { name: user.full_name })}
            >
              {t('View Details')}
            </Link>
          </Button>
        </li>
      ))}
    </ul>
  )
}
