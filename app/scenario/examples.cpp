// SPDX-License-Identifier: MIT
#include "scenario/examples.hpp"

namespace polhode::app {

const std::vector<ExampleScenario>& example_scenarios() {
  static const std::vector<ExampleScenario> all{
      {"free", "a T-handle that turns over and over; no torque",
       R"toml(# A T-handle of two steel rods, spun about its stem as cosmonauts do with a wing nut: it turns over again and again
# (Dzhanibekov's flip). Nothing acts on it, so the motion is computed exactly.
#
#   polhode run free.toml          docs/scenario.md describes every key

title = "A T-handle turns over and over"

[body]
# Principal moments of inertia, in kg m^2, along the crossbar, the stem and across both. The stem's is between the other two:
# a spin about it does not last.
moments = [2.588e-5, 5.215e-5, 7.687e-5]
# Other ways to give a body: a tensor, point masses, a box, an ellipsoid, a sphere, a cylinder, a mesh. For instance
# box = { size = [0.10, 0.05, 0.01], mass = 0.1 }

[start]
# Two turns a second about the stem, with a disturbance of a twentieth; in the body's axes.
angular_velocity = [0.0, 2.0, 0.1]
rate_unit = "turns"
# How the handle is held at the start: turned by 90 degrees about the first axis of space, so that the stem points upwards.
attitude = { axis = [1, 0, 0], angle = 90, unit = "degrees" }

[times]
end = 5.0      # seconds
count = 2000

[[event]]
name = "flip"  # the momentum along the stem changes sign
quantity = "m_2"

[output]
columns = ["m", "omega", "q", "spatial_momentum", "energy", "errors"]

[units]
time = "s"
momentum = "kg m^2/s"
angular_velocity = "rad/s"
energy = "J"
)toml"},
      {"asteroid", "the tumbling asteroid Apophis",
       R"toml(# The asteroid (99942) Apophis tumbles: its axis goes round the angular momentum in 27.4 hours, and the body turns about that axis in
# 263 hours. Moments and energy as published by Pravec et al., Icarus 233 (2014) 48.
#
#   polhode run asteroid.toml      docs/scenario.md describes every key

title = "Apophis, a tumbling asteroid"

[body]
# Only the ratios of the moments are known, and only they matter for the motion of a free body.
moments = [0.61, 0.965, 1.0]

[start]
# Radians per hour, about the long and the short axis: 1.024 times the energy of a rotation about the short axis alone.
angular_velocity = [0.06447, 0.0, 0.19912]
attitude = "identity"

[times]
end = 720      # hours: thirty days
every = 0.5

[output]
columns = ["m", "omega", "q", "euler", "energy", "errors"]
euler_sequence = "ZXZ"  # precession, nutation and rotation: capitals turn about the body's axes
degrees = true

[units]
time = "h"
momentum = "I3 rad/h"
angular_velocity = "rad/h"
energy = "I3 rad^2/h^2"

# How well is the motion known if the ratios of the moments are known to one part in a hundred only? Take away the first line of
# [body] and put this:
#
#   moments = [{ normal = [0.61, 0.006] }, { normal = [0.965, 0.009] }, 1.0]
#
#   [ensemble]
#   runs = 200
#   seed = 1
)toml"},
      {"satellite", "libration in the gravity gradient of a circular orbit",
       R"toml(# A satellite that the Earth's gravity holds upright: the long axis, of least inertia, swings about the direction to the Earth like
# a pendulum, a little sideways too.
#
#   polhode run satellite.toml     docs/scenario.md describes every key

title = "A satellite librates in the gravity gradient"

[body]
# kg m^2: about the axis to the Earth (least), the direction of flight, and the normal of the orbit (greatest): Lagrange's stable case.
moments = [40.0, 95.0, 110.0]

[start]
# At time 0 the Earth lies in the direction (1, 0, 0) of space, and the orbit is the plane of the first two axes.
attitude = { euler = [25, 8, 5], sequence = "ZYX", unit = "degrees" }
# It turns with the orbit, once in a revolution.
angular_velocity = [0.0, 0.0, 0.0011]
frame = "space"

[[torque]]
kind = "gravity_gradient_circular"
mean_motion = 0.0011  # radians per second: a revolution in 95 minutes

# A wheel about the normal of the orbit would hold it better:
# [[torque]]
# kind = "gyrostat"
# momentum = [0, 0, 0.3]

[times]
end = 34272    # seconds: six revolutions
every = 12

[method]
tolerance = 1e-10

[[event]]
name = "ahead"  # the long axis has turned a quarter from where the Earth was at the start
quantity = "angle"
body_axis = [1, 0, 0]
space_axis = [1, 0, 0]
value = 90
unit = "degrees"
direction = "rising"

[output]
columns = ["m", "omega", "q", "euler", "energy", "errors"]
euler_sequence = "ZYX"
degrees = true

[units]
time = "s"
momentum = "kg m^2/s"
angular_velocity = "rad/s"
energy = "J"
)toml"},
      {"top", "a heavy top with nutation",
       R"toml(# A toy top on its tip, let go with a tilt of 30 degrees: it falls a little, precesses, rises again. The path of its axis has cusps.
#
#   polhode run top.toml           docs/scenario.md describes every key

title = "A heavy top nods as it goes round"

[body]
# kg m^2, about the tip on which it stands, not about the centre of mass; the third is the axis of the top.
moments = [1.5e-4, 1.5e-4, 5.0e-5]

[start]
attitude = { axis = [1, 0, 0], angle = 30, unit = "degrees" }
angular_velocity = [0.0, 0.0, 130.0]  # radians per second, about its own axis

[[torque]]
kind = "heavy_top"
weight = 0.981                       # newton: 100 grams
centre_of_mass = [0.0, 0.0, 0.03]    # metres from the tip

# Friction would let it fall in the end:
# [[torque]]
# kind = "damping"
# coefficients = [1e-6, 1e-6, 1e-6]

[times]
end = 3.0
count = 3000

[method]
tolerance = 1e-10

[[event]]
name = "low"                         # the axis passes 33 degrees from the vertical on its way down
quantity = "angle"
body_axis = [0, 0, 1]
space_axis = [0, 0, 1]
value = 33
unit = "degrees"
direction = "rising"

[output]
columns = ["m", "omega", "q", "euler", "energy", "errors"]
euler_sequence = "ZXZ"               # precession, tilt, spin
degrees = true

[units]
time = "s"
momentum = "kg m^2/s"
angular_velocity = "rad/s"
energy = "J"
)toml"},
      {"vessel", "a ship that rolls, with damping",
       R"toml(# A ship of 6400 tonnes, heeled by a gust, rolls and pitches until the water has taken its energy. Inertia, mass and metacentric
# heights are those of S. Gustafsson, "Simulating rigid body dynamics" (2010), section 5.3; the damping is milder than there.
#
#   polhode run vessel.toml        docs/scenario.md describes every key

title = "A ship rolls until it is at rest"

[body]
# kg m^2: about the ship's length (roll), its breadth (pitch) and the vertical (yaw).
moments = [3.2164e8, 5.4782e9, 5.7426e9]

[start]
# Yaw, pitch and roll.
attitude = { euler = [0, 4, 25], sequence = "ZYX", unit = "degrees" }
angular_velocity = [0.0, 0.0, 0.02]  # radians per second

[[torque]]
kind = "vessel"
mass = 6.3622e6                      # kg
gravity = 9.81
longitudinal_height = 103.628        # metres
transverse_height = 2.1444

[[torque]]
kind = "damping"
coefficients = [2e7, 1e9, 1e8]       # N m s

[times]
end = 120.0
every = 0.1

[method]
tolerance = 1e-9

[[event]]
name = "upright"                     # the mast passes within a degree of the vertical
quantity = "angle"
body_axis = [0, 0, 1]
space_axis = [0, 0, 1]
value = 1
unit = "degrees"
direction = "falling"

[output]
columns = ["m", "omega", "q", "euler", "energy", "errors"]
euler_sequence = "ZYX"
degrees = true

[units]
time = "s"
momentum = "kg m^2/s"
angular_velocity = "rad/s"
energy = "J"
)toml"},
      {"water_molecule", "point masses; flips in picoseconds",
       R"toml(# A water molecule of a gas at room temperature, spinning about its axis of symmetry, which is the intermediate one: it turns over
# as the T-handle does, every 1.4 picoseconds.
#
#   polhode run water_molecule.toml    docs/scenario.md describes every key

title = "A water molecule flips"

# Masses in atomic units, lengths in angstrom: bonds of 0.9572, at an angle of 104.52 degrees.
[[body.point_masses]]
mass = 15.9949      # oxygen
position = [0.0, 0.0, 0.0]

[[body.point_masses]]
mass = 1.007825     # hydrogen
position = [0.756950, 0.0, 0.585882]

[[body.point_masses]]
mass = 1.007825
position = [-0.756950, 0.0, 0.585882]

[start]
angular_velocity = [0.5, 0.3, 14.7]  # radians per picosecond

[times]
end = 5.0      # picoseconds
count = 2000

[[event]]
name = "flip"
quantity = "m_3"

[output]
columns = ["m", "omega", "q", "spatial_momentum", "energy", "errors"]

[units]
time = "ps"
momentum = "u A^2/ps"
angular_velocity = "rad/ps"
energy = "u A^2/ps^2"

# A thousand molecules of a gas at 300 K, each with a spin of its own (kT = 249.4 u A^2/ps^2), in any attitude: take away [start] and put
#
#   [start]
#   attitude = "random"
#   angular_velocity = [{ normal = [0, 20.1] }, { normal = [0, 11.9] }, { normal = [0, 14.7] }]
#
#   [ensemble]
#   runs = 1000
#   seed = 1
)toml"},
  };
  return all;
}

}  // namespace polhode::app
