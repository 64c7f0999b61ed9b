import { ArrowUp, Bell, House, MessageSquare, Send, Users, Wallet } from 'lucide-react'
import { AppShell } from '../app-shell.tsx'
import { Avatar } from '../avatar.tsx'
import { Badge } from '../badge.tsx'
import { BrandMark } from '../brand-mark.tsx'
import { CountBadge } from '../count-badge.tsx'
import { Footer } from '../footer.tsx'
import { IconButton } from '../icon-button.tsx'
import { Menu, MenuItem, MenuLabel, MenuSeparator } from '../menu.tsx'
import { PageTitle } from '../page-title.tsx'
import { MenuButton } from '../menu-button.tsx'
import { Sidebar } from '../sidebar.tsx'
import { Ticker, TickerItem } from '../ticker.tsx'
import { ThemeToggle } from '../theme-toggle.tsx'
import { Toaster } from '../toaster.tsx'
import { BarNav, BrandLink, TopBar } from '../top-bar.tsx'
import { ActionSection } from './actions.tsx'
import { DataSection } from './data.tsx'
import { FormSection } from './forms.tsx'
import { PictureSection } from './pictures.tsx'
import { StateSection } from './states.tsx'

export function Gallery() {
  return (
    <>
      <AppShell
        topBar={
          <TopBar
            label="Site"
            menu={<MenuButton label="Menu" waitingLabel="2 unread" />}
            brand={
              <BrandLink href="#">
                <BrandMark />
                ET
              </BrandLink>
            }
            end={<BarEnd />}
          >
            <BarNav label="Sections" items={sections} />
          </TopBar>
        }
        ticker={
          <Ticker label="Figures">
            <TickerItem label="Live rate">
              $0.0100 <ArrowUp aria-label="up" size={14} className="text-ok" />
            </TickerItem>
            <TickerItem label="Balance">48,000 ET</TickerItem>
            <TickerItem label="Invested">$420.00</TickerItem>
            <TickerItem label="Loading">{undefined}</TickerItem>
          </Ticker>
        }
        sidebar={<Sidebar label="Member" path="/" groups={groups} />}
        footer={
          <Footer
            label="Legal"
            links={[
              { href: '#terms', label: 'Terms of Service' },
              { href: '#privacy', label: 'Privacy Policy' },
            ]}
            end={<ThemeToggle />}
          >
            ET
          </Footer>
        }
      >
        <PageTitle lead="Every part of the kit in its states.">Component gallery</PageTitle>
        <div className="mt-6 grid gap-5">
          <ActionSection />
          <FormSection />
          <DataSection />
          <StateSection />
          <PictureSection />
        </div>
      </AppShell>
      <Toaster />
    </>
  )
}

function BarEnd() {
  return (
    <>
      <Badge tone="brass" className="max-sm:hidden">
        Gold
      </Badge>
      <IconButton label="Chat, 2 unread" className="relative">
        <MessageSquare aria-hidden="true" />
      </IconButton>
      <Menu
        trigger={
          <IconButton label="Account menu of Amara Osei">
            <Avatar name="Amara Osei" size={28} />
          </IconButton>
        }
      >
        <MenuLabel>Amara Osei</MenuLabel>
        <MenuItem>
          <House aria-hidden="true" /> Dashboard
        </MenuItem>
        <MenuItem disabled>
          <Bell aria-hidden="true" /> Not available
        </MenuItem>
        <MenuSeparator />
        <MenuItem tone="bad">Sign out</MenuItem>
      </Menu>
      <CountBadge count={2} label="2 unread" tone="bad" className="max-sm:hidden" />
    </>
  )
}

const sections = [
  { href: '#markets', label: 'Markets' },
  { href: '#features', label: 'Features' },
  { href: '#packages', label: 'Packages' },
]

const groups = [
  {
    id: 'main',
    items: [
      { href: '#overview', label: 'Overview', icon: House, current: true },
      { href: '#wallet', label: 'A rather long name for a place', icon: Wallet, count: 0, countLabel: '0 waiting' },
    ],
  },
  {
    id: 'approvals',
    label: 'Approvals',
    items: [
      { href: '#transfers', label: 'Transfers', icon: Send, count: 4, countLabel: '4 pending' },
      { href: '#users', label: 'Users', icon: Users, count: 120, countLabel: '120 pending' },
    ],
  },
]
