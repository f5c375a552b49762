// SPDX-License-Identifier: MIT
// Compositions of Strang steps: weights before the middle one.
#include <cmath>

#include "splitting/coefficients/families.hpp"

namespace polhode {

std::vector<Splitting> composed_splittings() {
  using Weights = std::vector<long double>;
  const long double triple_jump = 1.0L / (2.0L - std::cbrt(2.0L)), suzuki = 1.0L / (4.0L - std::cbrt(4.0L));
  return {
      composition("strang_kick", "half a kick, a drift, half a kick (Stoermer-Verlet)", "Strang 1968", 2, {}),
      composition("strang_drift", "half a drift, a kick, half a drift", "Strang 1968", 2, {}, false),
      composition("forest_ruth", "three Strang steps, the triple jump; large errors", "Forest, Ruth 1990", 4,
                  Weights{triple_jump}),
      composition("suzuki4", "five Strang steps, four of them equal", "Suzuki 1990", 4,
                  Weights{suzuki, suzuki}),
      composition("mclachlan_ss5", "five Strang steps with a small error", "McLachlan 1995a", 4,
                  Weights{0.28L, 0.6254664284676700450L}),
      composition("yoshida6", "seven Strang steps, solution A", "Yoshida 1990", 6,
                  Weights{0.78451361047755726382L, 0.23557321335935813369L, -1.17767998417887100695L}),
      composition(
          "mclachlan_ss9", "nine Strang steps with a small error", "McLachlan 1995a", 6,
          Weights{0.1867L, 0.55549702371247839916L, 0.12946694891347535806L, -0.84326562338773460855L}),
      composition("kahan_li6", "nine Strang steps with small weights", "Kahan, Li 1997", 6,
                  Weights{0.39216144400731413927925056L, 0.33259913678935943859974864L,
                          -0.70624617255763935980996482L, 0.08221359629355080023149045L}),
      composition("yoshida8", "fifteen Strang steps, solution D", "Yoshida 1990", 8,
                  Weights{0.914844246229642658287L, 0.253693336566286009974L, -1.44485223686030647660L,
                          -0.158240635368502468458L, 1.93813913762291232471L, -1.96061023297558163691L,
                          0.102799849392219431139L}),
      composition("mclachlan_ss15", "fifteen Strang steps with a small error",
                  "Suzuki, Umeno 1993; McLachlan 1995a", 8,
                  Weights{0.74167036435061295344822780L, -0.40910082580003159399730010L,
                          0.19075471029623837995387626L, -0.57386247111608226665638773L,
                          0.29906418130365592384446354L, 0.33462491824529818378495798L,
                          0.31529309239676659663205666L}),
      composition("mclachlan_ss17", "seventeen Strang steps with a small error", "McLachlan 1995a", 8,
                  Weights{0.12886597938144329897L, 0.5815140871052509624L, -0.41017537146985013753L,
                          0.1851469357165877327L, -0.40955234342085141934L, 0.14440594108001204106L,
                          0.27833550039367965131L, 0.31495668391629485789L}),
      composition("kahan_li8", "seventeen Strang steps with small weights", "Kahan, Li 1997", 8,
                  Weights{0.13020248308889008087881763L, 0.56116298177510838456196441L,
                          -0.38947496264484728640807860L, 0.15884190655515560089621075L,
                          -0.39590389413323757733623154L, 0.18453964097831570709183254L,
                          0.25837438768632204729397911L, 0.29501172360931029887096624L}),
      composition(
          "sofroniou_spaletta10", "thirty-five Strang steps with small weights", "Sofroniou, Spaletta 2005",
          10,
          Weights{
              0.07879572252168641926390768L, 0.31309610341510852776481247L, 0.02791838323507806610952027L,
              -0.22959284159390709415121340L, 0.13096206107716486317465686L, -0.26973340565451071434460973L,
              0.07497334315589143566613711L, 0.11199342399981020488957508L, 0.36613344954622675119314812L,
              -0.39910563013603589787862981L, 0.10308739852747107731580277L, 0.41143087395589023782070412L,
              -0.00486636058313526176219566L, -0.39203335370863990644808194L, 0.05194250296244964703718290L,
              0.05066509075992449633587434L, 0.04967437063972987905456880L}),
  };
}

}  // namespace polhode
