import { Button } from '@mantine/core'
import { createLink } from '@tanstack/react-router'
import type { ButtonProps } from '@mantine/core'
import type { AnchorHTMLAttributes } from 'react'

type AnchorButtonProps = ButtonProps & Omit<AnchorHTMLAttributes<HTMLAnchorElement>, keyof ButtonProps>

const AnchorButton = (props: AnchorButtonProps) => <Button component="a" {...props} />

/** A link that looks like a button; `to`, `params` and `search` are typed like those of Link. */
export const LinkButton = createLink(AnchorButton)
