import { Link } from '@tanstack/react-router'
import { PanelRight } from 'lucide-react'
import type { MouseEvent, ReactNode } from 'react'
import type { Profile } from '../../../../contract/profiles.ts'
import { t, tc } from '../../../../contract/translate.ts'
import { useDensity } from '../../../features/data-list/use-density.ts'
import { ShortAddress } from '../../../features/users/short-address.tsx'
import { ListedUserStatus } from '../../../features/users/user-status.tsx'
import { Avatar } from '../../../ui/avatar.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { cn } from '../../../ui/cn.ts'
import { IconButton } from '../../../ui/icon-button.tsx'
import { PersonName } from '../../../ui/person-name.tsx'
import { Cell, HeaderCell, SortCell, Table } from '../../../ui/table.tsx'
import { TimeText } from '../../../ui/time-text.tsx'
import { columnNames, useUserColumns, type UserColumn } from './columns.ts'
import { ignoreSecondClick, scrollTableToRow, userRowId, type OpenUser } from './open.ts'
import { useUserSort } from './sort.ts'

interface UserTableProps {
  users: readonly Profile[]
  /** The users that no longer match the filter. They stay until the list is refreshed. */
  goneIds: ReadonlySet<string>
  opened: OpenUser
}

export function UserTable({ users, goneIds, opened }: UserTableProps) {
  const { sort, order, sortByColumn } = useUserSort()
  const { density } = useDensity()
  const { columns } = useUserColumns()
  // The column by which the list is sorted stays visible.
  const roomOf = (column: UserColumn) => cn('whitespace-nowrap @max-[48rem]:px-2', column !== sort && roomy[column])
  return (
    <div className="@container overflow-hidden rounded-3 border border-line bg-surface">
      <Table label={t('Users')} density={density} pinned>
        <thead>
          <tr>
            {columns.map((column) =>
              column === 'contact' ? (
                <HeaderCell key={column} className={roomOf(column)}>
                  {columnNames[column]}
                </HeaderCell>
              ) : (
                <SortCell
                  key={column}
                  className={roomOf(column)}
                  direction={column === sort ? (order === 'asc' ? 'ascending' : 'descending') : null}
                  onSort={() => sortByColumn(column)}
                >
                  {columnNames[column]}
                </SortCell>
              ),
            )}
            <HeaderCell>
              <span className="sr-only">{t('Details')}</span>
            </HeaderCell>
          </tr>
        </thead>
        <tbody>
          {users.map((user) => (
            <Row key={user.id} user={user} opened={opened}>
              {columns.map((column) => (
                <Cell key={column} className={roomOf(column)}>
                  {cells[column](user, { isCompact: density === 'compact', isGone: goneIds.has(user.id) })}
                </Cell>
              ))}
            </Row>
          ))}
        </tbody>
      </Table>
    </div>
  )
}

/** Hides columns in a narrow table. The panel shows all of them. */
const roomy: Partial<Record<UserColumn, string>> = {
  wallet: '@max-[48rem]:hidden',
  joined: '@max-[44rem]:hidden',
  contact: '@max-[60rem]:hidden',
}

const cells: Record<UserColumn, (user: Profile, how: { isCompact: boolean; isGone: boolean }) => ReactNode> = {
  name: (user, { isCompact }) => <Person user={user} isCompact={isCompact} />,
  member_id: ({ member_id: memberId }) => (memberId ? <span className="mono">{memberId}</span> : <None />),
  wallet: ({ wallet_address: address, full_name: owner }) =>
    address ? <ShortAddress address={address} owner={owner} /> : <None />,
  status: ({ status }, { isGone }) => <ListedUserStatus status={status} isGone={isGone} />,
  joined: ({ created_at: joinedAt }) => <TimeText value={joinedAt} className="text-ink-3" />,
  contact: ({ contact_number: number }) => (number ? <span dir="ltr">{number}</span> : <None />),
}

interface RowProps extends Pick<UserTableProps, 'opened'> {
  user: Profile
  children: ReactNode
}

function Row({ user, opened: { openId, open, close }, children }: RowProps) {
  const isOpen = user.id === openId
  // Opens a row by a click. The keyboard and screen readers use the button instead. Links, buttons and selected text in
  // the row keep their own effect.
  const openByClick = ({ target, defaultPrevented }: MouseEvent) => {
    const isOwnUse = target instanceof Element && target.closest('a, button') !== null
    if (defaultPrevented || isOwnUse || isOpen || getSelection()?.isCollapsed === false) return
    open(user.id)
  }
  return (
    <tr
      ref={isOpen ? scrollTableToRow : undefined}
      onClick={openByClick}
      onClickCapture={ignoreSecondClick}
      aria-current={isOpen || undefined}
      className={cn('cursor-pointer', isOpen ? openStyles : 'hover:[&>td]:bg-sunken!')}
    >
      {children}
      <Cell className="@max-[48rem]:px-2">
        <div className="flex items-center justify-end gap-1 whitespace-nowrap">
          <Link
            to="/admin/users/$userId"
            params={{ userId: user.id }}
            aria-label={t('View Details of {name}', { name: user.full_name })}
            className="link inline-flex min-h-6 items-center font-semibold"
          >
            {t('View Details')}
          </Link>
          <IconButton
            size="sm"
            label={t('Show {name} beside the list', { name: user.full_name })}
            aria-expanded={isOpen}
            onClick={() => (isOpen ? close() : open(user.id))}
          >
            <PanelRight aria-hidden="true" />
          </IconButton>
        </div>
      </Cell>
    </tr>
  )
}

const openStyles = [
  '[&>td]:bg-brand-soft! [&_.text-ink-3]:text-ink-2',
  '[&>td:first-child]:shadow-[inset_3px_0_0_var(--brand)] rtl:[&>td:first-child]:shadow-[inset_-3px_0_0_var(--brand)]',
]

function Person({ user, isCompact }: { user: Profile; isCompact: boolean }) {
  return (
    <div className="flex min-w-48 items-center gap-3 py-1">
      <Avatar name={user.full_name} seed={user.id} size={isCompact ? 24 : 32} />
      <div className={cn('max-w-72 min-w-0 @max-[47rem]:max-w-44', isCompact && 'flex items-baseline gap-3')}>
        <span className="flex items-center gap-2">
          <Link
            id={userRowId(user.id)}
            to="/admin/users/$userId"
            params={{ userId: user.id }}
            title={user.full_name}
            // The margin keeps a row that scrolls into sight clear of the table's head.
            className="link-quiet scroll-mt-14 focus-visible:outline-offset-0 scroll-mb-10 min-w-0 -my-0.5 leading-6 font-semibold text-ink"
          >
            <PersonName isCut>{user.full_name}</PersonName>
          </Link>
          {user.role === 'admin' && (
            <Badge tone="brand" className="flex-none">
              {t('Administrator')}
            </Badge>
          )}
        </span>
        <span className="block truncate text-ink-3" title={user.email}>
          {user.email}
        </span>
      </div>
    </div>
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
