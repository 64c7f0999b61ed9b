import { Crown, Gem, Shield, Star, type LucideIcon } from 'lucide-react'
import type { MembershipPackage } from '../../../contract/packages.ts'
import { tc } from '../../../contract/translate.ts'

/** The names and the pictures of the package icons. */
export const packageDisplay: Record<MembershipPackage['icon'], { name: string; icon: LucideIcon }> = {
  Shield: { name: tc('icon of a package', 'Shield'), icon: Shield },
  Crown: { name: tc('icon of a package', 'Gold'), icon: Crown },
  Gem: { name: tc('icon of a package', 'Diamond'), icon: Gem },
  Star: { name: tc('icon of a package', 'Platinum'), icon: Star },
}
