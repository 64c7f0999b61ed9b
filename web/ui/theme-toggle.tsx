import { Monitor, Moon, Sun, type LucideIcon } from 'lucide-react'
import { useId, useSyncExternalStore } from 'react'
import { t } from '../../contract/translate.ts'
import { cn } from './cn.ts'
import { chooseTheme, readTheme, subscribeToTheme, type ThemeChoice } from './theme.ts'

interface ThemeToggleProps {
  legend?: string
  labels?: Record<ThemeChoice, string>
  className?: string | undefined
}

export function ThemeToggle({ legend = t('Theme'), labels = defaultLabels, className }: ThemeToggleProps) {
  const name = useId()
  const chosen = useSyncExternalStore(subscribeToTheme, readTheme, () => 'system')
  return (
    <fieldset className={cn('inline-flex rounded-2 border border-line-strong p-0.5', className)}>
      <legend className="sr-only">{legend}</legend>
      {choices.map(({ choice, icon: Icon }) => (
        <label
          key={choice}
          title={labels[choice]}
          className="grid size-8 place-items-center rounded-[6px] text-ink-2 hover:text-ink has-checked:bg-brand-soft has-checked:text-on-brand-soft has-focus-visible:outline-2 has-focus-visible:outline-focus pointer-coarse:size-11"
        >
          <input
            type="radio"
            name={name}
            // Without this, Firefox would restore the earlier choice after a reload, even if the theme was changed
            // elsewhere since.
            autoComplete="off"
            className="sr-only"
            checked={choice === chosen}
            onChange={() => chooseTheme(choice)}
          />
          <Icon aria-hidden="true" size={16} />
          <span className="sr-only">{labels[choice]}</span>
        </label>
      ))}
    </fieldset>
  )
}

const defaultLabels = { light: t('Light'), dark: t('Dark'), system: t('As the system') }

const choices: { choice: ThemeChoice; icon: LucideIcon }[] = [
  { choice: 'light', icon: Sun },
  { choice: 'dark', icon: Moon },
  { choice: 'system', icon: Monitor },
]
