import {
  createTheme,
  type CSSVariablesResolver,
  type MantineThemeOverride,
  type VariantColorsResolver,
} from '@mantine/core'

type VariantColors = { background: string; hover: string; color: string; border: string }

const noBorder = '1px solid transparent'

const textColor = (color: string | undefined) =>
  color === 'red' ? 'var(--red-text)' : color === 'gray' ? 'var(--text-2)' : 'var(--text)'

/** Buttons take their colours from the tokens, so that one file decides both colour schemes and their contrast. */
const variantColors: Record<string, (color: string | undefined) => VariantColors> = {
  filled: (color) =>
    color === 'red'
      ? { background: 'var(--red-fill)', hover: 'var(--red-fill)', color: '#fff', border: noBorder }
      : { background: 'var(--accent)', hover: 'var(--accent-hover)', color: 'var(--text-on-accent)', border: noBorder },
  /** The secondary action beside a primary one: the text colour, inverted. */
  fill: () => ({ background: 'var(--text)', hover: 'var(--text)', color: 'var(--surface-raised)', border: noBorder }),
  default: (color) => ({
    background: 'var(--btn)',
    hover: 'var(--btn-hover)',
    color: textColor(color === 'red' ? color : undefined),
    border: '1px solid var(--border)',
  }),
  subtle: (color) => ({ background: 'transparent', hover: 'var(--tint-2)', color: textColor(color), border: noBorder }),
  light: (color) =>
    color === 'red'
      ? { background: 'var(--red-soft)', hover: 'var(--red-soft)', color: 'var(--red-text)', border: noBorder }
      : {
          background: 'var(--accent-soft)',
          hover: 'var(--accent-soft-hover)',
          color: 'var(--accent-text)',
          border: noBorder,
        },
  transparent: (color) => ({
    background: 'transparent',
    hover: 'transparent',
    color: textColor(color),
    border: noBorder,
  }),
}

const variantColorResolver: VariantColorsResolver = ({ variant, color }) =>
  (variantColors[variant] ?? variantColors.default)?.(color) ?? { background: '', hover: '', color: '', border: '' }

const fieldDefaults = { size: 'md', inputWrapperOrder: ['label', 'input', 'description', 'error'] }
const floatingDefaults = {
  radius: 'lg',
  shadow: 'md',
  offset: 4,
  transitionProps: { transition: 'pop-up', duration: 120 },
}

/** Plain objects only: importing a component here would add its code to the sign-in page. */
export const theme: MantineThemeOverride = createTheme({
  primaryColor: 'indigo',
  primaryShade: { light: 6, dark: 5 },
  autoContrast: false,
  cursorType: 'pointer',
  respectReducedMotion: true,
  fontFamily: 'var(--font)',
  fontFamilyMonospace: 'var(--mono)',
  defaultRadius: 'md',
  colors: {
    indigo: [
      '#ECECFB',
      '#E1E1F8',
      '#C9C9F4',
      '#ABABFA',
      '#8C8BFF',
      '#5B5ADF',
      '#5150D6',
      '#4443C2',
      '#3938A8',
      '#2C2B82',
    ],
    gray: [
      '#FAF9F7',
      '#F3F1ED',
      '#E9E6E0',
      '#DEDAD2',
      '#C9C4BA',
      '#A39E95',
      '#8F8A81',
      '#625D55',
      '#3B3832',
      '#211F1B',
    ],
    dark: [
      '#E1DFDB',
      '#BDBBB6',
      '#A3A19C',
      '#716F6C',
      '#35332F',
      '#2A2825',
      '#211F1D',
      '#1A1917',
      '#141311',
      '#0D0C0B',
    ],
  },
  radius: { xs: '4px', sm: '6px', md: '8px', lg: '12px', xl: '16px' },
  spacing: { xs: '8px', sm: '12px', md: '16px', lg: '24px', xl: '32px' },
  fontSizes: { xs: '12px', sm: '13px', md: '14px', lg: '16px', xl: '20px' },
  lineHeights: { xs: '16px', sm: '18px', md: '20px', lg: '26px', xl: '28px' },
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '32px', lineHeight: '40px' },
      h2: { fontSize: '28px', lineHeight: '36px' },
      h3: { fontSize: '20px', lineHeight: '28px' },
    },
  },
  breakpoints: { xs: '37.4375em', sm: '48em', md: '62em', lg: '75em', xl: '90em' },
  shadows: { md: 'var(--shadow-menu)', xl: 'var(--shadow-dialog)' },
  variantColorResolver,
  components: {
    Button: { defaultProps: { variant: 'default', size: 'sm' } },
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray', size: 'md' } },
    TextInput: { defaultProps: fieldDefaults },
    PasswordInput: { defaultProps: fieldDefaults },
    Textarea: { defaultProps: fieldDefaults },
    Select: {
      defaultProps: {
        ...fieldDefaults,
        withCheckIcon: true,
        checkIconPosition: 'right',
        // In normal flow, a dropdown in a dialog would widen the page on phones for a moment and make the dialog jump.
        comboboxProps: { ...floatingDefaults, floatingStrategy: 'fixed' },
      },
    },
    InputWrapper: { defaultProps: { inputWrapperOrder: fieldDefaults.inputWrapperOrder } },
    Modal: {
      defaultProps: {
        centered: true,
        radius: 'lg',
        shadow: 'xl',
        size: 480,
        transitionProps: { transition: 'fade-up', duration: 150 },
        // Otherwise the header of a dialog counts as a second banner landmark.
        attributes: { header: { role: 'presentation' } },
      },
    },
    Drawer: { defaultProps: { shadow: 'xl', transitionProps: { duration: 180 } } },
    // The placeholder is focusable but not a menu item, which confuses screen readers; the first item takes the focus
    // instead.
    Menu: {
      defaultProps: {
        ...floatingDefaults,
        position: 'bottom-end',
        withinPortal: true,
        withInitialFocusPlaceholder: false,
      },
    },
    Popover: { defaultProps: { ...floatingDefaults, position: 'bottom-end', withinPortal: true } },
    Tooltip: {
      defaultProps: {
        openDelay: 400,
        withinPortal: true,
        radius: 'sm',
        offset: 6,
        transitionProps: { transition: 'fade', duration: 120 },
      },
    },
    SegmentedControl: { defaultProps: { withItemsBorders: false, size: 'sm', radius: 'md' } },
    Overlay: { defaultProps: { color: 'var(--surface-scrim)', backgroundOpacity: 1 } },
    Checkbox: { defaultProps: { size: 'sm', radius: 5 } },
    Switch: { defaultProps: { size: 'sm' } },
  },
})

/** Maps Mantine's variables to the tokens, identically in both schemes, because the tokens themselves change. */
export const cssVariablesResolver: CSSVariablesResolver = () => {
  const colors = {
    '--mantine-color-body': 'var(--surface-page)',
    '--mantine-color-text': 'var(--text)',
    '--mantine-color-bright': 'var(--text)',
    '--mantine-color-dimmed': 'var(--text-2)',
    '--mantine-color-placeholder': 'var(--text-2)',
    '--mantine-color-anchor': 'var(--accent-text)',
    '--mantine-color-default': 'var(--surface-raised)',
    '--mantine-color-default-hover': 'var(--tint-1)',
    '--mantine-color-default-color': 'var(--text)',
    '--mantine-color-default-border': 'var(--border)',
    '--mantine-color-error': 'var(--red-text)',
    '--mantine-color-success': 'var(--green-text)',
    '--mantine-color-disabled': 'var(--tint-1)',
    '--mantine-color-disabled-color': 'var(--text-disabled)',
    '--mantine-color-disabled-border': 'transparent',
    '--mantine-primary-color-filled': 'var(--accent)',
    '--mantine-primary-color-filled-hover': 'var(--accent-hover)',
    '--mantine-color-indigo-filled': 'var(--accent)',
    '--mantine-color-indigo-filled-hover': 'var(--accent-hover)',
    '--mantine-color-indigo-light': 'var(--accent-soft)',
    '--mantine-color-indigo-light-color': 'var(--accent-text)',
    '--mantine-color-indigo-text': 'var(--accent-text)',
    '--mantine-color-red-filled': 'var(--red-fill)',
    '--mantine-color-red-text': 'var(--red-text)',
  }
  return { variables: {}, light: colors, dark: colors }
}
