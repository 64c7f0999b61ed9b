import type { MembershipPackage } from '../../../contract/packages.ts'
import { t } from '../../../contract/translate.ts'
import { Badge } from '../../ui/badge.tsx'
import { packageDisplay } from './package-display.ts'

interface PackageBadgeProps {
  package: Pick<MembershipPackage, 'package_name' | 'icon'>
  className?: string | undefined
}

/** A member's package: its icon and its name. */
export function PackageBadge({ package: { package_name: name, icon }, className }: PackageBadgeProps) {
  const { icon: Icon, name: iconName } = packageDisplay[icon]
  return (
    <Badge tone="brass" className={className} title={t('Your package')}>
      <Icon role="img" aria-label={t('{name} package', { name: iconName })} />
      {name}
    </Badge>
  )
}
