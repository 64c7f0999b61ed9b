import { createTailwindMerge, validators, type ClassValidator } from 'tailwind-merge'

const {
  isAny,
  isArbitraryLength,
  isArbitraryNumber,
  isArbitraryShadow,
  isArbitraryValue,
  isArbitraryVariable,
  isNumber,
} = validators

type Value = string | ClassValidator | Record<string, ClassValidator[]>

const any = (...prefixes: string[]) =>
  Object.fromEntries(prefixes.map((prefix) => [prefix, [{ [prefix]: [isAny, ''] }]]))
/** Returns the groups of a property and of each of its sides, such as `border` and `border-t`. */
const sides = (id: string, prefix: string, values: Value[]) =>
  Object.fromEntries(
    ['', 'x', 'y', 's', 'e', 't', 'b'].map((side) => [
      side === '' ? id : `${id}-${side}`,
      [{ [side === '' ? prefix : `${prefix}-${side}`]: values }],
    ]),
  )
const words = (prefix: string, ...values: Value[]) => [{ [prefix]: values }]

const sizes = ['2xs', 'xs', 'sm', 'md', 'base', 'lg', 'xl', '2xl', '3xl', '4xl', 'hero']
const widths = ['', isNumber, isArbitraryLength]
const corners = ['s', 'e', 't', 'b', 'ss', 'se', 'es', 'ee']
const content = ['start', 'end', 'center', 'between', 'around', 'evenly', 'stretch', 'baseline', 'normal']

const classGroups = {
  ...any('aspect', 'basis', 'bg', 'cursor', 'duration', 'end', 'field-sizing', 'fill', 'gap', 'gap-x', 'gap-y'),
  ...any(
    'animate',
    'bottom',
    'grid-cols',
    'grid-rows',
    'h',
    'hyphens',
    'inset',
    'inset-x',
    'inset-y',
    'leading',
    'left',
    'line-clamp',
  ),
  ...any('justify-items', 'justify-self', 'm', 'mb', 'me', 'ms', 'mt', 'mx', 'my', 'max-h', 'max-w', 'min-h', 'min-w'),
  ...any('opacity', 'order', 'p', 'pb', 'pe', 'pointer-events', 'ps', 'pt', 'px', 'py', 'resize', 'rotate', 'select'),
  ...any('overscroll', 'place-content', 'place-items', 'scroll-mb', 'scroll-mt', 'self', 'size', 'start', 'top'),
  ...any('scale-x', 'tracking', 'transition', 'translate-x', 'translate-y', 'w', 'whitespace', 'z', 'float', 'clear'),
  display: [
    'block',
    'inline-block',
    'inline',
    'flex',
    'inline-flex',
    'grid',
    'inline-grid',
    'table',
    'contents',
    'hidden',
  ],
  sr: ['sr-only', 'not-sr-only'],
  filter: words('filter', '', 'none', isArbitraryValue),
  position: ['static', 'fixed', 'absolute', 'relative', 'sticky'],
  visibility: ['visible', 'invisible', 'collapse'],
  overflow: words('overflow', 'auto', 'hidden', 'clip', 'visible', 'scroll'),
  'overflow-x': words('overflow-x', isAny),
  'overflow-y': words('overflow-y', isAny),
  'object-fit': words('object', 'contain', 'cover', 'fill', 'none', 'scale-down'),
  'flex-direction': words('flex', 'row', 'row-reverse', 'col', 'col-reverse'),
  'flex-wrap': words('flex', 'nowrap', 'wrap', 'wrap-reverse'),
  flex: words('flex', isNumber, 'auto', 'initial', 'none', isArbitraryValue),
  grow: words('grow', '', isNumber),
  shrink: words('shrink', '', isNumber),
  'col-start-end': words('col', 'auto', { span: [isAny] }, isNumber),
  'col-start': words('col-start', isAny),
  'row-start-end': words('row', 'auto', { span: [isAny] }, isNumber),
  'row-start': words('row-start', isAny),
  'justify-content': words('justify', ...content),
  'align-content': words('content', ...content),
  'align-items': words('items', isAny),
  content: words('content', 'none', isArbitraryVariable, isArbitraryValue),
  'font-size': words('text', ...sizes, isArbitraryLength),
  'font-weight': words('font', 'normal', 'medium', 'semibold', 'bold', isArbitraryNumber, isArbitraryValue),
  'font-family': words('font', isAny),
  'font-style': ['italic', 'not-italic'],
  'figure-spacing': ['tabular-nums', 'proportional-nums', 'normal-nums'],
  'list-style': words('list', isAny),
  'text-align': words('text', 'left', 'center', 'right', 'justify', 'start', 'end'),
  'text-color': words('text', isAny),
  'text-decoration': ['underline', 'overline', 'line-through', 'no-underline'],
  'text-transform': ['uppercase', 'lowercase', 'capitalize', 'normal-case'],
  'text-overflow': ['truncate', 'text-ellipsis', 'text-clip'],
  'text-wrap': words('text', 'wrap', 'nowrap', 'balance', 'pretty'),
  break: words('break', 'normal', 'words', 'all', 'keep'),
  wrap: words('wrap', 'break-word', 'anywhere', 'normal'),
  rounded: words('rounded', '', 'none', 'full', isNumber, isArbitraryValue),
  ...Object.fromEntries(corners.map((corner) => [`rounded-${corner}`, words(`rounded-${corner}`, isAny, '')])),
  'border-style': words('border', 'solid', 'dashed', 'dotted', 'double', 'hidden', 'none'),
  'border-collapse': words('border', 'collapse', 'separate'),
  ...sides('border-w', 'border', widths),
  ...sides('border-color', 'border', [isAny]),
  'divide-x': words('divide-x', ...widths),
  'divide-y': words('divide-y', ...widths),
  'divide-color': words('divide', isAny),
  'outline-style': words('outline', 'solid', 'dashed', 'dotted', 'double', 'none', 'hidden'),
  'outline-offset': words('outline-offset', isAny),
  'outline-w': words('outline', ...widths),
  'outline-color': words('outline', isAny),
  shadow: words('shadow', '', 'none', isNumber, isArbitraryShadow),
  'shadow-color': words('shadow', isAny),
  'ring-w': words('ring', ...widths),
  'ring-color': words('ring', isAny),
  appearance: words('appearance', 'none', 'auto'),
  touch: words('touch', 'auto', 'none', 'manipulation'),
  'touch-y': words('touch', 'pan-y', 'pan-up', 'pan-down'),
  'stroke-w': words('stroke', isNumber, isArbitraryLength, isArbitraryNumber),
  stroke: words('stroke', isAny),
}

const conflictingClassGroups = {
  overflow: ['overflow-x', 'overflow-y'],
  inset: ['inset-x', 'inset-y', 'start', 'end', 'top', 'bottom', 'left'],
  'inset-x': ['start', 'end', 'left'],
  'inset-y': ['top', 'bottom'],
  flex: ['basis', 'grow', 'shrink'],
  gap: ['gap-x', 'gap-y'],
  p: ['px', 'py', 'ps', 'pe', 'pt', 'pb'],
  px: ['ps', 'pe'],
  py: ['pt', 'pb'],
  m: ['mx', 'my', 'ms', 'me', 'mt', 'mb'],
  mx: ['ms', 'me'],
  my: ['mt', 'mb'],
  size: ['w', 'h'],
  'font-size': ['leading'],
  'line-clamp': ['display', 'overflow'],
  rounded: corners.map((corner) => `rounded-${corner}`),
  'rounded-s': ['rounded-ss', 'rounded-es'],
  'rounded-e': ['rounded-se', 'rounded-ee'],
  ...sidesOf('border-w'),
  ...sidesOf('border-color'),
  touch: ['touch-y'],
  'touch-y': ['touch'],
}

/**
 * Merges classes, by the groups of classes that set the same property. The default groups of tailwind-merge cover all
 * of Tailwind, and are a tenth of the script that the first page waits for. These groups cover the classes of this
 * project. A test compares the two.
 */
export const mergeClasses = createTailwindMerge(() => ({
  cacheSize: 500,
  theme: {},
  classGroups,
  conflictingClassGroups,
  conflictingClassGroupModifiers: { 'font-size': ['leading'] },
  postfixLookupClassGroups: [],
  orderSensitiveModifiers: [
    '*',
    '**',
    'after',
    'before',
    'file',
    'first-letter',
    'first-line',
    'marker',
    'placeholder',
    'selection',
  ],
}))

function sidesOf(id: string): Record<string, string[]> {
  return {
    [id]: ['x', 'y', 's', 'e', 't', 'b'].map((side) => `${id}-${side}`),
    [`${id}-x`]: [`${id}-s`, `${id}-e`],
    [`${id}-y`]: [`${id}-t`, `${id}-b`],
  }
}
