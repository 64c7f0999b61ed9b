import { Inbox } from 'lucide-react'
import { useState } from 'react'
import { Amount } from '../amount.tsx'
import { Badge } from '../badge.tsx'
import { Button } from '../button.tsx'
import { Card, Eyebrow } from '../card.tsx'
import { EmptyState } from '../empty-state.tsx'
import { Notice } from '../notice.tsx'
import { PersonName } from '../person-name.tsx'
import { Rosette } from '../rosette.tsx'
import { Skeleton } from '../skeleton.tsx'
import { Stat } from '../stat.tsx'
import { StatusBadge } from '../status-badge.tsx'
import { Cell, HeaderCell, SortCell, Table } from '../table.tsx'
import { Tab, TabList, TabPanel, Tabs } from '../tabs.tsx'
import { TimeText } from '../time-text.tsx'
import { Timeline } from '../timeline.tsx'

export function DataSection() {
  return (
    <>
      <div className="grid gap-5 lg:grid-cols-[1.35fr_1fr]">
        <Balance />
        <OpenRequest />
      </div>
      <Activity />
      <Card title="Notices" className="grid gap-3">
        <Notice tone="warn" title="TRC20 (TRON) only.">
          USDT sent on any other network cannot be recovered.
        </Notice>
        <Notice
          tone="bad"
          title="Could not load."
          action={
            <Button variant="ghost" size="sm">
              Retry
            </Button>
          }
        >
          Figures are from 12:03.
        </Notice>
        <Notice tone="ok">Amounts agree with the live rate.</Notice>
        <Notice>Your draft is kept.</Notice>
        <div className="grid gap-2">
          <Skeleton className="w-40" />
          <Skeleton className="h-8 w-64" />
        </div>
      </Card>
    </>
  )
}

function Balance() {
  return (
    <Card aria-label="Balance" className="overflow-hidden">
      <Rosette
        seed="ET-004182"
        size={320}
        strokeWidth={0.45}
        className="absolute -end-[70px] -top-15 text-brass opacity-40 max-sm:-end-[150px] max-sm:opacity-20"
      />
      <div className="relative">
        <Eyebrow>Available</Eyebrow>
        <p className="text-3xl font-semibold tracking-[-0.02em]">
          <Amount value="43,000" unit="ET" />
        </p>
        <p className="text-ink-2">≈ $430.00 at $0.0100</p>
        <dl className="mt-5 grid grid-cols-2 gap-4 border-t border-line pt-4 sm:grid-cols-3">
          <Stat label="Total">
            <Amount value="48,000" unit="ET" />
          </Stat>
          <Stat label="Locked">
            <Amount value="18.42M" full="18,420,113" unit="ET" />
          </Stat>
          <Stat label="Profit and loss" note="since March">
            <Amount value="+$60.00" direction="in" />
          </Stat>
        </dl>
      </div>
    </Card>
  )
}

function OpenRequest() {
  return (
    <Card
      title="Buy 5,000 ET"
      aside={<StatusBadge status="pending" tone="wait" label="Pending" stamped />}
      aria-label="Open request"
    >
      <Timeline
        entries={[
          {
            id: 'slip',
            title: 'Slip uploaded',
            detail: <TimeText value="2026-11-20T14:02:00Z" relative />,
            state: 'done',
          },
          { id: 'review', title: 'Under review', detail: '2nd in the queue', state: 'current' },
          { id: 'coins', title: 'Coins credited', state: 'todo' },
        ]}
      />
      <div className="mt-4 flex flex-wrap gap-2">
        <StatusBadge status="approved" tone="ok" label="Approved" />
        <StatusBadge status="rejected" tone="bad" label="Rejected" />
        <StatusBadge status="cancelled" tone="neutral" label="Cancelled" />
        <Badge tone="brand">New</Badge>
        <Badge tone="brass">Gold</Badge>
      </div>
    </Card>
  )
}

function Activity() {
  return (
    <Card
      title="Latest activity"
      aside={
        <a className="link text-sm" href="#all">
          View all
        </a>
      }
      padded={false}
      className="overflow-hidden"
    >
      <Tabs defaultValue="all" className="gap-0">
        <TabList aria-label="Kind" className="px-3">
          <Tab value="all">All</Tab>
          <Tab value="none">Purchases</Tab>
          <Tab value="withdrawals">Withdrawals</Tab>
          <Tab value="transfers">Transfers sent</Tab>
        </TabList>
        <TabPanel value="all">
          <ActivityTable />
        </TabPanel>
        <TabPanel value="none">
          <EmptyState icon={Inbox} title="All Clear!" action={<Button size="sm">Buy coins</Button>}>
            No pending requests to review.
          </EmptyState>
        </TabPanel>
      </Tabs>
    </Card>
  )
}

function ActivityTable() {
  const [direction, setDirection] = useState<'ascending' | 'descending' | null>('descending')
  const rows = [
    { id: 1, type: 'Bonus', amount: '+2,000', isIn: true, value: '$20.00' },
    { id: 2, type: 'Transfer to K. Mensah', amount: '−3,000', isIn: false, value: '$30.00' },
    { id: 3, type: 'Withdrawal', amount: '−14,000', isIn: false, value: '$140.00' },
  ]
  return (
    <Table label="Latest activity">
      <thead>
        <tr>
          <HeaderCell>Type</HeaderCell>
          <SortCell
            direction={direction}
            onSort={() => setDirection(direction === 'ascending' ? 'descending' : 'ascending')}
          >
            Date
          </SortCell>
          <HeaderCell numeric>Amount</HeaderCell>
          <HeaderCell numeric>Value</HeaderCell>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id}>
            <Cell>
              <PersonName isCut>{row.type}</PersonName>
            </Cell>
            <Cell>
              <TimeText value="2026-11-18T09:30:00Z" className="whitespace-nowrap text-ink-3" />
            </Cell>
            <Cell numeric>
              <Amount value={row.amount} unit="ET" direction={row.isIn ? 'in' : 'out'} />
            </Cell>
            <Cell numeric>{row.value}</Cell>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}
