import { Crown, Gem, Shield, Star, type LucideIcon } from 'lucide-react'
import type { MembershipPackage } from '../../../contract/packages.ts'

/** What the icons of packages are called, and how they look. */
export const packageLooks: Record<MembershipPackage['icon'], { name: string; icon: LucideIcon }> = {
  Shield: { name: 'Shield', icon: Shield },
  Crown: { name: 'Gold', icon: Crown },
  Gem: { name: 'Diamond', icon: Gem },
  Star: { name: 'Platinum', icon: Star },
}
