import { Button, type ButtonStyle } from "../../components/ui/button";

type Variant = NonNullable<ButtonStyle["variant"]>;
type Size = NonNullable<ButtonStyle["size"]>;

/** Each variant, and whether it is made for a dark ground. */
const variants = {
  default: false,
  destructive: false,
  outline: false,
  secondary: false,
  ghost: false,
  link: false,
  premium: false,
  accent: true,
  "outline-lime": true,
  glow: true,
  float: true,
} satisfies Record<Variant, boolean>;

const sizes = { default: "Call", sm: "Call", lg: "Call", icon: "+" } satisfies Record<Size, string>;

/** Every variant and size of the shared button, side by side. Only the dev server has this page. */
export default function Buttons() {
  return (
    <section className="page pt-16 pb-40">
      <h1 className="mb-8 text-3xl">Buttons</h1>
      <table className="w-full text-left">
        <thead>
          <tr>
            <th scope="col">Variant</th>
            {Object.keys(sizes).map((size) => (
              <th key={size} scope="col">
                {size}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {(Object.keys(variants) as Variant[]).map((variant) => (
            <tr
              key={variant}
              className={variants[variant] ? "on-dark bg-canopy-900 text-paper-50" : undefined}
            >
              <th scope="row" className="p-4">
                {variant}
              </th>
              {(Object.keys(sizes) as Size[]).map((size) => (
                <td key={size} className="p-4">
                  <Button variant={variant} size={size}>
                    {sizes[size]}
                  </Button>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
