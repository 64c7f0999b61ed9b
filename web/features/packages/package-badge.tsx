import type { MembershipPackage } from '../../../contract/packages.ts'
import { Badge } from '../../ui/badge.tsx'
import { packageLooks } from './package-look.ts'

interface PackageBadgeProps {
  package: Pick<MembershipPackage, 'package_name' | 'icon'>
  className?: string | undefined
}

/** A member's package: its icon and its name. */
export function PackageBadge({ package: { package_name: name, icon }, className }: PackageBadgeProps) {
  const { icon: Icon, name: iconName } = packageLooks[icon]
  return (
    <Badge tone="brass" className={className} title="Your package">
      <Icon role="img" aria-label={`${iconName} package`} />
      {name}
    </Badge>
  )
}
