import type { ReactNode } from 'react'
import { t } from '../../../contract/translate.ts'
import { AppLink } from '../../lib/app-link.tsx'
import { BrandMark } from '../../ui/brand-mark.tsx'
import { Button } from '../../ui/button.tsx'
import { ThemeToggle } from '../../ui/theme-toggle.tsx'
import { cn } from '../../ui/cn.ts'
import { BarNav, BrandLink, TopBar } from '../../ui/top-bar.tsx'
import { SectionMenu } from './section-menu.tsx'
import { sections } from './sections.ts'

interface SiteBarProps {
  /** The menu button, for pages with a sidebar. */
  menu?: ReactNode
  /** The links of a person who is signed in, in place of those for visitors. */
  account?: ReactNode
}

export function SiteBar({ menu, account }: SiteBarProps) {
  return (
    <TopBar
      label={t('Site')}
      menu={menu}
      brand={
        <BrandLink href="/" aria-label={t('ET, home page')}>
          <BrandMark className="flex-none" />
          {/* Other languages have longer words: on the narrowest phones, only the mark fits beside them. */}
          <span
            className={cn(
              'min-w-0 overflow-hidden @max-[16rem]:hidden',
              !account && 'max-[359px]:[html:not([lang=en])_&]:hidden max-[409px]:[html:lang(ar)_&]:hidden',
            )}
          >
            ET
          </span>
        </BrandLink>
      }
      end={
        <>
          {account ?? <VisitorLinks />}
          <ThemeToggle className="max-lg:hidden" />
          {!menu && <SectionMenu className={account ? 'lg:hidden' : 'md:hidden'} />}
        </>
      }
    >
      <BarNav
        label={t('Sections of the home page')}
        items={sections}
        className={account ? 'md:hidden lg:flex' : undefined}
      />
    </TopBar>
  )
}

function VisitorLinks() {
  return (
    <>
      <Button variant="quiet" asChild>
        <AppLink href="/login">{t('Log In')}</AppLink>
      </Button>
      <Button asChild className="pointer-coarse:h-compact">
        <AppLink href="/signup">{t('Sign Up')}</AppLink>
      </Button>
    </>
  )
}
