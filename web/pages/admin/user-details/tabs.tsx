import { useNavigate, useSearch } from '@tanstack/react-router'
import { t } from '../../../../contract/translate.ts'
import type { UserDetails } from '../../../../contract/users.ts'
import { AdminNotes } from '../../../features/requests/admin-notes/admin-notes.tsx'
import { userTabs, type UserTab } from './search.ts'
import { Tab, TabList, TabPanel, Tabs } from '../../../ui/tabs.tsx'
import { UserChat } from './chat.tsx'
import { UserLogins } from './logins.tsx'
import { UserRequests } from './requests.tsx'
import { UserSessions } from './sessions.tsx'
import { UserTransactions } from './transactions.tsx'

const names: Record<UserTab, string> = {
  transactions: t('Transactions'),
  logins: t('Logins'),
  requests: t('Requests'),
  chat: t('Chat'),
  notes: t('Notes'),
  sessions: t('Sessions'),
}
/** Administrators hold no coins, and they write to members from the chat page. */
const tabsOfAdmins = ['logins', 'sessions'] as const satisfies readonly UserTab[]

/** The lists about a person. The address holds the shown tab, and each list is read when it is first shown. */
export function UserTabs({ user }: { user: UserDetails }) {
  const { tab } = useSearch({ from: '/admin/users/$userId' })
  const navigate = useNavigate({ from: '/admin/users/$userId' })
  const tabs: readonly UserTab[] = user.wallet ? userTabs : tabsOfAdmins
  const [first = 'logins'] = tabs
  const shown = tab !== undefined && tabs.includes(tab) ? tab : first
  const show = (value: string) => {
    const next = tabs.find((one) => one === value)
    void navigate({ search: next === first ? {} : { tab: next }, replace: true, resetScroll: false })
  }

  return (
    <Tabs
      id="history"
      value={shown}
      onValueChange={show}
      // Each tab reads from the server, so the arrow keys alone do not open the tabs that they pass.
      activationMode="manual"
      className="scroll-mt-32 gap-0 overflow-hidden rounded-3 border border-line bg-surface"
    >
      <TabList aria-label={t('History')} className="px-2">
        {tabs.map((value) => (
          <Tab key={value} value={value}>
            {names[value]}
          </Tab>
        ))}
      </TabList>
      <TabPanel value={shown}>
        <Shown tab={shown} user={user} />
      </TabPanel>
    </Tabs>
  )
}

function Shown({ tab, user }: { tab: UserTab; user: UserDetails }) {
  const userId = user.profile.id
  switch (tab) {
    case 'transactions':
      return user.wallet && <UserTransactions userId={userId} wallet={user.wallet} />
    case 'logins':
      return <UserLogins userId={userId} />
    case 'requests':
      return <UserRequests userId={userId} />
    case 'chat':
      return <UserChat user={user} />
    case 'notes':
      return (
        <div className="p-5">
          <AdminNotes userId={userId} />
        </div>
      )
    case 'sessions':
      return <UserSessions userId={userId} />
  }
}
