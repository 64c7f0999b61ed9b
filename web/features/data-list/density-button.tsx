import { Rows2, Rows3 } from 'lucide-react'
import { t } from '../../../contract/translate.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { useDensity } from './use-density.ts'

/** Moves the rows of all long lists closer together, or further apart. */
export function DensityButton() {
  const { density, toggle } = useDensity()
  const isCompact = density === 'compact'
  const Icon = isCompact ? Rows2 : Rows3
  return (
    <IconButton
      size="sm"
      label={isCompact ? t('Show the rows further apart') : t('Show the rows closer together')}
      onClick={toggle}
    >
      <Icon aria-hidden="true" />
    </IconButton>
  )
}
