import type { ComponentType } from "react";
import type { Act, Lead } from "../../api/server.ts";

/** The form of an act. */
export interface FormProps {
  lead: Lead;
  draft: string;
  /** records an act, and closes the sheet */
  finish: (act: Act) => void;
}

/** An act that needs details, and the form that asks for them. */
export interface Choice {
  label: string;
  question: string;
  Form: ComponentType<FormProps>;
}
