import { useQuery } from '@tanstack/react-query'
import { Check, X } from 'lucide-react'
import type { ReactNode } from 'react'
import type { AdminSettings } from '../../../../contract/admin-settings.ts'
import { t } from '../../../../contract/translate.ts'
import { adminSettingsQuery } from '../../../features/admin-settings-query.ts'
import { KeptMailsLink } from '../../../features/users/kept-mails-link.tsx'
import { AppLink } from '../../../lib/app-link.tsx'
import { packagesQuery } from '../../../features/packages/packages-query.ts'
import { richText } from '../../../lib/rich-text.ts'
import { useSession } from '../../../lib/session.ts'
import { Card } from '../../../ui/card.tsx'
import { cn } from '../../../ui/cn.ts'
import { IconButton } from '../../../ui/icon-button.tsx'

interface Task {
  title: string
  isDone: boolean
  /** Says how the task is done, until it is done. */
  detail: ReactNode
  way: ReactNode
}

/** The tasks with their state, each with a link to its page. Renders nothing once all are done. */
export function SetupList({ onHide }: { onHide: () => void }) {
  const { session } = useSession()
  const { data: settings } = useQuery(adminSettingsQuery)
  const { data: packages } = useQuery(packagesQuery)
  if (!settings || !packages || !session) return null
  const tasks = [...tasksOfSettings(settings), factorTask(session.two_factor.is_on), packageTask(packages.items.length)]
  const doneCount = tasks.filter(({ isDone }) => isDone).length
  if (doneCount === tasks.length) return null
  return (
    <Card
      title={t('Set up this site')}
      aside={
        <span className="flex items-center gap-2 text-sm text-ink-2">
          {t('{done} of {count} done', { done: doneCount, count: tasks.length })}
          <IconButton size="sm" label={t('Hide this list')} onClick={onHide}>
            <X aria-hidden="true" />
          </IconButton>
        </span>
      }
    >
      <ul aria-label={t('Set up this site')} className="grid gap-x-10 lg:grid-cols-2">
        {tasks.map((task) => (
          <TaskRow key={task.title} {...task} />
        ))}
      </ul>
    </Card>
  )
}

function tasksOfSettings({
  deposit_in_force: deposit,
  operator_in_force: operator,
  ...settings
}: AdminSettings): Task[] {
  return [
    {
      title: t('Deposit address'),
      isDone: deposit.source === 'settings' || deposit.source === 'configuration',
      detail: t('Where members send USDT. Nobody can buy before there is one.'),
      way: <TaskLink href="/admin/settings#deposits">{t('Enter the address')}</TaskLink>,
    },
    {
      title: t('Name and address of the operator'),
      isDone: Object.values(operator).every((detail) => detail !== null),
      detail: t('The legal pages name them, and a mail address to write to.'),
      way: <TaskLink href="/admin/settings#operator">{t('Enter the operator')}</TaskLink>,
    },
    {
      title: t('Mail server'),
      isDone: settings.has_mail_server,
      detail: richText('Set {name} in the configuration of the server. Until then mails stay in its data folder.', {
        name: <code>SMTP_URL</code>,
      }),
      way: <KeptMailsLink />,
    },
  ]
}

function factorTask(isOn: boolean): Task {
  return {
    title: t('Your second factor'),
    isDone: isOn,
    detail: t('A code of your phone beside the password, so that a stolen one opens nothing.'),
    way: <TaskLink href="/admin/security">{t('Turn it on')}</TaskLink>,
  }
}

function packageTask(count: number): Task {
  return {
    title: t('A first package'),
    isDone: count > 0,
    detail: t('A member’s first purchase is a package.'),
    way: <TaskLink href="/admin/manage-packages">{t('Add a package')}</TaskLink>,
  }
}

function TaskLink({ href, children }: { href: string; children: string }) {
  return (
    <AppLink href={href} className="link">
      {children}
    </AppLink>
  )
}

function TaskRow({ title, isDone, detail, way }: Task) {
  return (
    <li className="flex gap-3 border-t border-line py-3 max-lg:first:border-t-0 lg:nth-[-n+2]:border-t-0">
      <span
        aria-hidden="true"
        className={cn(
          'mt-0.5 grid size-5 flex-none place-items-center rounded-full',
          isDone ? 'bg-ok text-surface' : 'border-2 border-line-strong',
        )}
      >
        {isDone && <Check size={12} className="stroke-3" />}
      </span>
      <div className="grid min-w-0 content-start gap-0.5">
        <p className="font-semibold">
          {title}{' '}
          <span className={cn('text-sm font-normal', isDone ? 'text-ok' : 'text-ink-3')}>{stateText(isDone)}</span>
        </p>
        {!isDone && <p className="text-sm text-ink-2">{detail}</p>}
        <p className="text-sm empty:hidden">{way}</p>
      </div>
    </li>
  )
}

function stateText(isDone: boolean): string {
  return isDone ? t('Done') : t('To do')
}
