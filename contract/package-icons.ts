export const packageIcons = ['Shield', 'Crown', 'Gem', 'Star'] as const
