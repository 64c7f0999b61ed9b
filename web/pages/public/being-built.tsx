import { useMatches } from '@tanstack/react-router'
import { AppLink } from '../../lib/app-link.tsx'
import { Button } from '../../ui/button.tsx'
import { PageTitle } from '../../ui/page-title.tsx'

export function AdminBeingBuiltPage() {
  return (
    <BeingBuilt
      meanwhile="Meanwhile you can check deposits and see the platform's figures."
      links={[
        { href: '/admin/deposit-approvals', label: 'Check deposits' },
        { href: '/admin', label: 'See the figures' },
      ]}
    />
  )
}

interface BeingBuiltProps {
  meanwhile: string
  links: readonly { href: string; label: string }[]
}

/** An address of the product whose page is not there yet: it says so, and what can be done instead. */
function BeingBuilt({ meanwhile, links }: BeingBuiltProps) {
  const title = useMatches({ select: (matches) => matches.at(-1)?.staticData.title })
  return (
    <div className="grid justify-items-start gap-5">
      <PageTitle lead="This page is being built.">{title}</PageTitle>
      <p className="max-w-reading text-ink-2">{meanwhile}</p>
      <div className="flex flex-wrap gap-3">
        {links.map(({ href, label }, index) => (
          <Button key={href} variant={index === 0 ? 'primary' : 'ghost'} asChild>
            <AppLink href={href}>{label}</AppLink>
          </Button>
        ))}
      </div>
    </div>
  )
}
