import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { RefreshCw, UserPlus } from 'lucide-react'
import { useState } from 'react'
import { addUser } from '../../../../contract/endpoints/users.ts'
import { pageTitles } from '../../../../contract/pages.ts'
import { t } from '../../../../contract/translate.ts'
import { AccountListLinks } from '../../../features/users/account-list-links.tsx'
import { usersQuery } from '../../../lib/user-queries.ts'
import { useMay } from '../../../lib/use-may.ts'
import { Button } from '../../../ui/button.tsx'
import { loadWhenNeeded } from '../../../ui/load-when-needed.tsx'
import { PageTitle } from '../../../ui/page-title.tsx'
import { ReadProblem } from '../../../ui/read-problem.tsx'
import { tableScreen, useMedia } from '../../../ui/use-media.ts'
import type { AddedUser } from './add-member.tsx'
import { AddedNotice } from './added.tsx'
import { UsersFilters } from './filters.tsx'
import { UserList } from './list.tsx'

// The forms in the dialog need more script than the list does.
const LateAddUserDialog = loadWhenNeeded(async () => (await import('./add.tsx')).AddUserDialog, { always: 'later' })

export const lead = t('Everybody with an account, members and administrators.')

export function UsersPage() {
  const { user: openId, ...filter } = useSearch({ from: '/admin/users' })
  const list = useQuery(usersQuery(filter))
  const hasTable = useMedia(tableScreen)
  const [isAdding, setIsAdding] = useState(false)
  const mayAdd = useMay()(addUser)
  const [added, setAdded] = useState<AddedUser | null>(null)
  // An answer to the administrator's own refresh is shown at once, even while the rows are held. Changes by others
  // wait.
  const [asked, setAsked] = useState({ at: 0, before: 0 })
  const shownAsOf = list.dataUpdatedAt >= asked.at ? asked.at : asked.before
  const askAnew = () => setAsked({ at: Date.now(), before: shownAsOf })
  const refetch = () => {
    askAnew()
    void list.refetch()
  }
  const show = (user: AddedUser) => {
    askAnew()
    setAdded(user)
  }

  return (
    <div className="grid gap-4">
      <PageTitle
        lead={lead}
        aside={
          <div className="flex flex-wrap gap-3">
            <Button variant="ghost" busy={list.isFetching} onClick={refetch}>
              <RefreshCw aria-hidden="true" />
              {t('Refresh')}
            </Button>
            {mayAdd && (
              <Button onClick={() => setIsAdding(true)}>
                <UserPlus aria-hidden="true" />
                {t('Add User')}
              </Button>
            )}
          </div>
        }
      >
        {pageTitles['/admin/users']}
      </PageTitle>
      <AccountListLinks />
      {added && <AddedNotice added={added} />}
      <UsersFilters hasSort={!hasTable} />
      <ReadProblem reads={[list]} />
      <UserList
        list={list}
        filter={filter}
        question={JSON.stringify([filter, shownAsOf])}
        openId={openId}
        hasTable={hasTable}
      />
      <LateAddUserDialog isNeeded={isAdding} props={{ open: isAdding, onOpenChange: setIsAdding, onAdded: show }} />
    </div>
  )
}
