import { useEffect, useRef } from 'react'
import { t } from '../../../contract/translate.ts'
import { cn } from '../../ui/cn.ts'
import { groupNames, groupOrder, type Command } from './palette-commands.ts'

interface PaletteListProps {
  id: string
  commands: readonly Command[]
  active: Command | undefined
  optionId: (command: Command) => string
  onPoint: (command: Command) => void
  onChoose: (command: Command) => void
}

/** The lines to choose from, in groups. The field keeps the focus and names the line that Enter chooses. */
export function PaletteList({ id, commands, active, optionId, onPoint, onChoose }: PaletteListProps) {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' })
  }, [active?.id])
  return (
    <div
      ref={list}
      id={id}
      role="listbox"
      aria-label={t('Results')}
      className="min-h-0 flex-1 overflow-y-auto p-2 empty:p-0"
    >
      {groupOrder.map((group) => {
        const lines = commands.filter((command) => command.group === group)
        if (lines.length === 0) return null
        return (
          <div key={group} role="group" aria-labelledby={`${id}${group}`} className="not-first:mt-2">
            <p id={`${id}${group}`} role="presentation" className="px-3 py-1 text-2xs font-semibold text-ink-3">
              {groupNames[group]}
            </p>
            {lines.map((command) => (
              // A button, so that a press is a click on every device. The Tab key skips it.
              <button
                key={command.id}
                type="button"
                tabIndex={-1}
                id={optionId(command)}
                role="option"
                aria-selected={command === active}
                // A press would take the focus out of the field.
                onPointerDown={(event) => event.preventDefault()}
                onPointerMove={() => command !== active && onPoint(command)}
                onClick={() => onChoose(command)}
                className={cn(
                  'flex min-h-11 w-full cursor-pointer items-center text-start gap-3 rounded-2 px-3 py-1.5',
                  command === active &&
                    'bg-brand-soft text-on-brand-soft outline-2 -outline-offset-2 outline-transparent',
                )}
              >
                <span className="min-w-0 flex-1">
                  <span className="block truncate font-semibold">{command.label}</span>
                  {command.detail && <span className="block truncate text-sm opacity-80">{command.detail}</span>}
                </span>
                {command.status && <span className="flex-none text-sm">{command.status}</span>}
              </button>
            ))}
          </div>
        )
      })}
    </div>
  )
}
