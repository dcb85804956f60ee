import { truckName } from "../brand.ts";
import { lettering, letteringWidth } from "../lettering.ts";
import { mixed, token, type Weather } from "../palette.ts";
import { filled, type Markup, rectangle, stroked } from "../svg.ts";
import { tyre, wheel } from "./machines.ts";

/** Draws the chip truck, facing left: 7.6 m long, 3.3 m high. The origin is on the ground below its middle. */
export function truck(weather: Weather, { headlamp = false, grid = 64 } = {}): Markup {
  const green = mixed(token("canopy-700"), weather.haze, 0.02);
  const dark = token("canopy-900");
  const light = token("canopy-500");
  const steel = mixed("#9aa5a3", weather.shadow, 0.1);
  // The largest size that fits the side of the box with two lines. The first line may have descenders.
  const size = Math.min(33, ...truckName.map((line) => (33 * 160) / letteringWidth(line, 33)));
  return [
    // The frame, and the shadow below.
    rectangle(-140, -36, 288, 16, tyre),
    rectangle(-20, -32, 46, 16, steel),
    rectangle(-20, -24, 46, 8, mixed(steel, tyre, 0.4)),
    // The chip box.
    rectangle(-34, -132, 186, 98, green),
    filled("M144-123h8v89h-8zM-26-50h170v16h-170z", dark),
    stroked("M22-123v73M70-123v73M118-123v73", mixed(green, dark, 0.35), 2.5),
    rectangle(-26, -56, 178, 4, token("lime-400")),
    lettering(truckName[0], 60, -95, size, token("paper-50"), { grid }),
    lettering(truckName[1], 60, -65, size, token("lime-400"), { grid }),
    // The cab.
    filled("m-38-34 0-78-60 0q-8 0-12 9l-14 29-24 6q-8 2-8 10l0 24z", green),
    // What is in the light: the front and the top of the box, the headboard over the cab, the cab's top, and the hood.
    filled(
      "M-34-132h186v9h-178v89h-8zM-34-132h-44l-8 6v5h52zM-38-112h-60q-8 0-12 9h72zM-124-74l-24 6q-8 2-8 10h36z",
      light,
    ),
    filled("M-104-101h27v29h-41zM-72-101h27v29h-27z", weather.glass),
    filled("M-104-101h16l-16 29h-14zM-72-101h14l-14 22z", mixed(weather.glass, "#ffffff", 0.4)),
    stroked("M-75-106v66M-42-106v66", dark, 2),
    rectangle(-70, -64, 11, 4, token("paper-50")),
    rectangle(-156, -48, 10, 9, headlamp ? weather.lamp : token("paper-100")),
    filled("M-160-38h30v9h-34z", steel),
    stroked("M-118-86l-9-3v-14", tyre, 3),
    // The wheel arches over the wheels.
    ...[-140, 66].map((x) => filled(`M${x}-31a24 24 0 0 1 48 0z`, dark)),
    ...[-116, 90].map((x) => wheel(x, 19)),
    // The rear lamp and the beacon.
    filled("M148-46h6v10h-6zM-76-112h14l-2-8h-10z", token("orange-500")),
  ].join("");
}

/** The outline of the truck, for its shadow. */
export const truckOutline: Markup = filled("M-156-20v-48l32-6 18-40h30v-18H152v112z");
