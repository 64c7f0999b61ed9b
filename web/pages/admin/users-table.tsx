import { Link, useNavigate } from '@tanstack/react-router'
import type { MouseEvent } from 'react'
import type { Profile } from '../../../contract/profiles.ts'
import { t, tc } from '../../../contract/translate.ts'
import { userSorts } from '../../../contract/users.ts'
import { useDensity } from '../../features/ledger-lists/use-density.ts'
import { ShortAddress } from '../../features/users/short-address.tsx'
import { UserStatus } from '../../features/users/user-status.tsx'
import { Avatar } from '../../ui/avatar.tsx'
import { Badge } from '../../ui/badge.tsx'
import { cn } from '../../ui/cn.ts'
import { Cell, HeaderCell, SortCell, Table } from '../../ui/table.tsx'
import { TimeText } from '../../ui/time-text.tsx'
import { sortNames, useUserSort } from './users-sort.ts'

export function UserTable({ users }: { users: readonly Profile[] }) {
  const { sort, order, sortByColumn } = useUserSort()
  const { density } = useDensity()
  return (
    <div className="overflow-hidden rounded-3 border border-line bg-surface">
      <Table label={t('Users')} density={density} pinned>
        <thead>
          <tr>
            {userSorts.map((column) => (
              <SortCell
                key={column}
                direction={column === sort ? (order === 'asc' ? 'ascending' : 'descending') : null}
                onSort={() => sortByColumn(column)}
              >
                {sortNames[column]}
              </SortCell>
            ))}
            <HeaderCell>
              <span className="sr-only">{t('Details')}</span>
            </HeaderCell>
          </tr>
        </thead>
        <tbody>
          {users.map((user) => (
            <Row key={user.id} user={user} />
          ))}
        </tbody>
      </Table>
    </div>
  )
}

function Row({ user }: { user: Profile }) {
  const isCompact = useDensity().density === 'compact'
  const navigate = useNavigate()
  // For the pointer alone: the keyboard and screen readers have the link. What can be used in a row, or copied, stays so.
  const open = ({ target, defaultPrevented }: MouseEvent) => {
    const isOwnUse = target instanceof Element && target.closest('a, button') !== null
    if (defaultPrevented || isOwnUse || getSelection()?.isCollapsed === false) return
    void navigate({ to: '/admin/users/$userId', params: { userId: user.id } })
  }
  return (
    <tr onClick={open} className="cursor-pointer hover:[&>td]:bg-sunken">
      <Cell>
        <div className="flex min-w-48 items-center gap-3 py-1">
          <Avatar name={user.full_name} seed={user.id} size={isCompact ? 24 : 32} />
          <div className={cn('min-w-0', isCompact && 'flex items-baseline gap-3')}>
            <span className="flex flex-wrap items-center gap-x-2 font-semibold">
              {user.full_name}
              {user.role === 'admin' && <Badge tone="brand">{t('Administrator')}</Badge>}
            </span>
            <span className="block max-w-72 truncate text-ink-3" title={user.email}>
              {user.email}
            </span>
          </div>
        </div>
      </Cell>
      <Cell className="mono whitespace-nowrap">{user.member_id ?? <None />}</Cell>
      <Cell>
        {user.wallet_address ? <ShortAddress address={user.wallet_address} owner={user.full_name} /> : <None />}
      </Cell>
      <Cell>
        <UserStatus status={user.status} />
      </Cell>
      <Cell className="whitespace-nowrap text-ink-3">
        <TimeText value={user.created_at} />
      </Cell>
      <Cell className="text-end whitespace-nowrap">
        <Link
          to="/admin/users/$userId"
          params={{ userId: user.id }}
          aria-label={t('View Details of {name}', { name: user.full_name })}
          className="link inline-flex min-h-6 items-center font-semibold"
        >
          {t('View Details')}
        </Link>
      </Cell>
    </tr>
  )
}

function None() {
  return (
    <span className="text-ink-3">
      <span aria-hidden="true">–</span>
      <span className="sr-only">{tc('address', 'none')}</span>
    </span>
  )
}
