export const Logo = () => (
  <svg viewBox="0 0 24 24" width="22" height="22" aria-hidden="true">
    <rect width="24" height="24" rx="6.5" fill="var(--accent)" />
    <rect x="6.2" y="5.5" width="3" height="13" rx="1.5" fill="#fff" />
    <path
      d="M18.2 7.9v8.2c0 .95-1.05 1.5-1.83.97l-5.9-4.1a1.18 1.18 0 0 1 0-1.94l5.9-4.1c.78-.53 1.83.02 1.83.97z"
      fill="#fff"
    />
  </svg>
)
